import Values

/// How the magnet of the contact at the bolt is mounted. One contact tells one place from all others.
package enum LatchReed: String, CaseIterable, Sendable {
    /// It opens only when the bolt is fully back: closed is anything else.
    case opensWhenBack = "opens-when-back"
    /// It opens as soon as the bolt leaves its outer end: open is anything else.
    case opensAtOnce = "opens-at-once"
}

/// A bolt on the horn of a hobby servo, which turns at a finite speed to where its pulse says.
struct BoltMechanism: Sendable {
    private let retracted: Double
    private let extended: Double
    private let microsecondsPerSecond: Double
    private let reed: LatchReed
    /// Where the horn is, as the pulse in microseconds that would hold it there.
    private var horn: Double
    /// Ice or dirt holds the bolt at this place, from whichever side it comes: 0 is fully back, 1 fully out.
    var heldAt: Double?

    /// What a servo takes for a pulse of its own, in microseconds; others it ignores.
    private static let acceptedPulses = 400.0...2700.0
    /// How far the bolt may be from an end while the magnet still counts as being there.
    private static let contactTravel = 0.02
    private static let iceGap = 1e-9

    init(_ options: HouseOptions) {
        retracted = options.retractedMicroseconds
        extended = options.extendedMicroseconds
        microsecondsPerSecond =
            abs(extended - retracted) / max(0.001, options.travelTime.seconds)
        reed = options.latchReed
        horn = retracted + (extended - retracted) * min(1, max(0, options.boltPosition))
    }

    /// 0 is fully back, 1 fully out. The horn can turn further than the bolt can slide.
    var position: Double { min(1, max(0, share(of: horn))) }

    /// Whether the flap is free.
    var isBack: Bool { position <= Self.contactTravel }

    var isOut: Bool { position >= 1 - Self.contactTravel }

    var isContactClosed: Bool {
        switch reed {
        case .opensWhenBack: !isBack
        case .opensAtOnce: isOut
        }
    }

    /// Turns the horn for a while towards where the pulse says; without a pulse it stays.
    mutating func advance(by time: Duration, pulseMicroseconds: Double?) {
        guard let pulse = pulseMicroseconds, Self.acceptedPulses.contains(pulse) else { return }
        let goal = limited(pulse)
        let reach = microsecondsPerSecond * max(0, time.seconds)
        horn += min(reach, max(-reach, goal - horn))
    }

    private func share(of pulse: Double) -> Double {
        extended == retracted ? 0 : (pulse - retracted) / (extended - retracted)
    }

    /// No further than to what holds it.
    private func limited(_ pulse: Double) -> Double {
        guard let heldAt else { return pulse }
        // On its side of the ice by more than is lost by rounding: it must not slip through.
        let goal =
            share(of: horn) >= heldAt
            ? max(heldAt + Self.iceGap, share(of: pulse))
            : min(heldAt - Self.iceGap, share(of: pulse))
        return retracted + (extended - retracted) * goal
    }
}
