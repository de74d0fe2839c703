import Devices

/// A bolt on the horn of a hobby servo, which turns at a finite speed to where its pulse says.
struct BoltMechanism: Sendable {
    private let retracted: Double
    private let extended: Double
    private let microsecondsPerSecond: Double
    /// Where the horn is, as the pulse in microseconds that would hold it there.
    private var horn: Double

    /// What a servo takes for a pulse of its own, in microseconds; others it ignores.
    private static let acceptedPulses = 400.0...2700.0
    /// How far the bolt may be out while the magnet still counts as fully back.
    private static let contactTravel = 0.02

    init(_ options: HouseOptions) {
        retracted = options.retractedMicroseconds
        extended = options.extendedMicroseconds
        microsecondsPerSecond =
            abs(extended - retracted) / max(0.001, options.travelTime.seconds)
        horn = retracted + (extended - retracted) * min(1, max(0, options.boltPosition))
    }

    /// 0 is fully back, 1 fully out. The horn can turn further than the bolt can slide.
    var position: Double {
        guard extended != retracted else { return 0 }
        return min(1, max(0, (horn - retracted) / (extended - retracted)))
    }

    /// The magnetic contact opens only when the bolt is fully back.
    var isContactClosed: Bool {
        position > Self.contactTravel
    }

    /// Turns the horn for a while towards where the pulse says; without a pulse it stays.
    mutating func advance(by time: Duration, pulseMicroseconds: Double?) {
        guard let pulse = pulseMicroseconds, Self.acceptedPulses.contains(pulse) else { return }
        let reach = microsecondsPerSecond * max(0, time.seconds)
        horn += min(reach, max(-reach, pulse - horn))
    }
}
