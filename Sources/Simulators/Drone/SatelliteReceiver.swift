import Devices
import Glibc

/// The flight recorder's GPS receiver: five fixes a second that wander around the truth.
struct SatelliteReceiver: Sendable {
    struct Reading: Equatable, Sendable {
        let position: Position
        let altitudeMetres: Double
        let velocity: GroundVector
        let takenAt: Instant

        /// The reading as any receiver gives it.
        var fix: Fix {
            Fix(
                position: position, altitudeMetres: altitudeMetres, horizontalErrorMetres: 2.5,
                hdop: 0.9, satellitesUsed: 9, speedMetresPerSecond: velocity.length)
        }
    }

    static let period = Duration.milliseconds(200)
    /// The slow error of one axis: deviation and how long it lasts.
    private static let wanderMetres = 1.2
    private static let wanderSeconds = 30.0
    /// The fast error of one axis.
    private static let jitterMetres = 0.15

    /// The latest fix; `nil` without one.
    private(set) var reading: Reading?
    private var wander: GroundVector
    private var generator: SeededGenerator
    private var nextDue: Instant

    init(seed: UInt64, at now: Instant) {
        generator = SeededGenerator(seed: seed)
        wander = GroundVector(
            east: Self.wanderMetres * generator.gaussian(),
            north: Self.wanderMetres * generator.gaussian())
        nextDue = now
    }

    /// Takes a fix when one is due, or loses it when the satellites cannot be seen.
    mutating func step(
        to now: Instant, airframe: Airframe, start: Position, sky: DroneFaults.Satellites
    ) {
        guard now >= nextDue else { return }
        nextDue = nextDue + Self.period
        reading = sky == .on ? take(airframe, start, at: now) : nil
    }

    private mutating func take(
        _ airframe: Airframe, _ start: Position, at now: Instant
    ) -> Reading? {
        let memory = exp(-Self.period.seconds / Self.wanderSeconds)
        wander = wander * memory + noise(Self.wanderMetres * (1 - memory * memory).squareRoot())
        let seen = airframe.offset + wander + noise(Self.jitterMetres)
        return start.offset(eastMetres: seen.east, northMetres: seen.north).map {
            Reading(
                position: $0, altitudeMetres: airframe.altitudeMetres,
                velocity: airframe.velocity, takenAt: now)
        }
    }

    private mutating func noise(_ deviation: Double) -> GroundVector {
        GroundVector(
            east: deviation * generator.gaussian(), north: deviation * generator.gaussian())
    }
}
