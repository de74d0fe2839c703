import Core
import Values

/// How well a satellite receiver does its work.
package struct ReceiverQuality: Equatable, Sendable {
    /// The slow error of one axis: its deviation, and how long it lasts.
    package var wanderMetres = 1.2
    package var wanderSeconds = 30.0
    /// The fast error of one axis.
    package var jitterMetres = 0.15
    /// How long after it was taken a fix comes out.
    package var latency = Duration.zero
    /// What it says of its own error.
    package var claimedErrorMetres = 2.5

    package init() {}
}

/// The flight recorder's GPS receiver: five fixes a second that wander around the truth.
struct SatelliteReceiver: Sendable {
    struct Reading: Equatable, Sendable {
        let position: Position
        let altitudeMetres: Double
        let velocity: PlaneVector
        let takenAt: Instant
        /// What it says of itself.
        var account = Account()

        /// The same place again, later.
        func repeated(at now: Instant) -> Reading {
            Reading(
                position: position, altitudeMetres: altitudeMetres, velocity: velocity,
                takenAt: now, account: account)
        }

        /// The reading as any receiver gives it.
        var fix: Fix {
            Fix(
                position: position, altitudeMetres: account.hasHeight ? altitudeMetres : nil,
                horizontalErrorMetres: account.errorMetres, hdop: account.hdop,
                satellitesUsed: account.satellites, speedMetresPerSecond: velocity.length,
                course: velocity.direction.compass)
        }
    }

    /// What a receiver says of how good its fixes are; `nil` where it does not say that.
    struct Account: Equatable, Sendable {
        var errorMetres: Double? = 2.5
        var hdop: Double? = 0.9
        var satellites: Int? = 9
        /// Whether the fix is three-dimensional.
        var hasHeight = true

        init(_ fault: DroneFaults.Satellites = .on, claimedErrorMetres: Double = 2.5) {
            errorMetres = claimedErrorMetres
            switch fault {
            case .poor: (errorMetres, hdop, satellites) = (25, 6, 4)
            case .bare: (errorMetres, hdop, satellites) = (nil, nil, nil)
            // It takes three satellites, and four for a height.
            case .flat: (satellites, hasHeight) = (3, false)
            case .bareFlat:
                (errorMetres, hdop, satellites, hasHeight) = (nil, nil, nil, false)
            case .on, .off, .stuck, .jump, .wrong: break
            }
        }
    }

    static let period = Duration.milliseconds(200)
    /// How long a jump lasts.
    private static let jumpTime = Duration.seconds(2)
    /// How fast a wrong position creeps away: too slowly to be noticed as a jump.
    private static let creepMetresPerSecond = 0.5

    /// The latest fix; `nil` without one.
    private(set) var reading: Reading?
    private let quality: ReceiverQuality
    /// Fixes that were taken and are not out yet, the oldest first.
    private var underWay: [Reading] = []
    private var wander: PlaneVector
    private var generator: SeededGenerator
    private var nextDue: Instant
    private(set) var fault = DroneFaults.Satellites.on
    private var faultBeganAt: Instant
    /// Where to the fault leads astray.
    private var astray = Angle.degrees(0)

    init(_ quality: ReceiverQuality = ReceiverQuality(), seed: UInt64, at now: Instant) {
        self.quality = quality
        generator = SeededGenerator(seed: seed)
        wander = PlaneVector(
            east: quality.wanderMetres * generator.gaussian(),
            north: quality.wanderMetres * generator.gaussian())
        nextDue = now
        faultBeganAt = now
    }

    /// From now on it has this fault, in a direction of its own.
    mutating func begin(_ fault: DroneFaults.Satellites, at now: Instant) {
        self.fault = fault
        faultBeganAt = now
        astray = .degrees(Double.random(in: 0..<360, using: &generator))
    }

    /// Takes a fix when one is due, or loses it when the satellites cannot be seen.
    mutating func step(to now: Instant, airframe: Airframe, start: Position) {
        if let next = underWay.first, now >= next.takenAt + quality.latency {
            reading = underWay.removeFirst()
        }
        guard now >= nextDue else { return }
        nextDue = nextDue + Self.period
        switch fault {
        case .off: (reading, underWay) = (nil, [])
        case .stuck: (reading, underWay) = (reading.map { $0.repeated(at: now) }, [])
        case .on, .jump, .wrong, .poor, .bare, .flat, .bareFlat:
            give(measure(airframe, start, at: now))
        }
    }

    private mutating func give(_ measured: Reading?) {
        guard let measured, quality.latency > .zero else { return reading = measured }
        underWay.append(measured)
    }

    /// How far from the truth it has everything at present, but for what passes from fix to fix.
    func offset(at now: Instant) -> PlaneVector { wander + error(at: now) }

    private mutating func measure(
        _ airframe: Airframe, _ start: Position, at now: Instant
    ) -> Reading? {
        wander = wander.wandered(
            Self.period.seconds, lasting: quality.wanderSeconds, quality.wanderMetres, &generator)
        let seen = airframe.offset + offset(at: now) + noise(quality.jitterMetres)
        return start.offset(eastMetres: seen.east, northMetres: seen.north).map {
            Reading(
                position: $0, altitudeMetres: airframe.altitudeMetres,
                velocity: airframe.velocity, takenAt: now,
                account: Account(fault, claimedErrorMetres: quality.claimedErrorMetres))
        }
    }

    /// How far the fault leads astray.
    private func error(at now: Instant) -> PlaneVector {
        let age = now - faultBeganAt
        let metres =
            switch fault {
            case .on, .off, .stuck, .poor, .bare, .flat, .bareFlat: 0.0
            case .jump(let metres): age < Self.jumpTime ? metres : 0
            case .wrong(let metres): min(metres, age.seconds * Self.creepMetresPerSecond)
            }
        return PlaneVector(length: metres, towards: astray)
    }

    private mutating func noise(_ deviation: Double) -> PlaneVector {
        PlaneVector(
            east: deviation * generator.gaussian(), north: deviation * generator.gaussian())
    }
}
