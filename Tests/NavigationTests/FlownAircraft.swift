import Core
import Values

@testable import Navigation

/// An aircraft as it was identified: tilt follows a stick after 100 ms with a lag of 100 ms, drag 0.58/s, the wind
/// blows as a mean with Ornstein-Uhlenbeck gusts. Its figures can be other than those of the law that flies it.
struct FlownAircraft {
    var drag = DragModel()
    var maxTilt = Angle.degrees(12)
    var wind = PlaneVector.zero
    var gusts = 0.0
    private(set) var place = PlaneVector.zero
    private(set) var velocity = PlaneVector.zero
    private(set) var altitudeMetres = 1.0
    var heading = Angle.degrees(0)
    private(set) var climb = 0.0
    private var gust = PlaneVector.zero
    private var tilts = PlaneVector.zero
    private var sticks: [StickPosition] = []
    private var generator: SeededGenerator

    init(seed: UInt64 = 1) {
        generator = SeededGenerator(seed: seed)
    }

    /// Flies on by 50 ms.
    mutating func step(_ stick: StickPosition) {
        let seconds = 0.05
        sticks.append(stick)
        let late = sticks[max(0, sticks.count - 3)]
        let memory = exponential(-seconds / 4)
        let share = gusts * (1 - memory * memory).squareRoot()
        gust =
            gust * memory
            + PlaneVector(
                east: generator.gaussian() * share, north: generator.gaussian() * share)
        let wanted = PlaneVector(east: late.roll, north: late.forward) * maxTilt.degrees
        tilts = tilts + (wanted - tilts) * (1 - exponential(-seconds / 0.1))
        let steady = drag.steadyVelocity(
            pitch: .degrees(-tilts.north), roll: .degrees(tilts.east), heading: heading)
        velocity =
            velocity
            + drag.acceleration(steady: steady, wind: wind + gust, velocity: velocity) * seconds
        place = place + velocity * seconds
        climb += (late.climb * 0.7 - climb) * 0.2
        altitudeMetres += climb * seconds
        heading = (heading + .degrees(late.yaw * 60 * seconds)).compass
    }

    mutating func stand(at place: PlaneVector) {
        self.place = place
    }

    /// What an estimator would say that is never wrong.
    func knownEstimate(at now: Instant) -> Estimate {
        Estimate(
            at: now, plane: LocalPlane(origin: FlownWorld.home), place: place,
            placeDeviationMetres: 0.1, velocity: velocity, velocityDeviation: 0.1,
            heading: heading, headingDeviation: .degrees(1), wind: wind, windDeviation: 0.1,
            doubts: [], sinceFix: .zero, metresSinceFix: 0, jumps: 0)
    }

    /// The attitude and velocity of its navigation data.
    var flight: FlightState {
        FlightState(
            phase: .flying, batteryPercent: 80, altitudeMetres: altitudeMetres,
            roll: .degrees(tilts.east), pitch: .degrees(-tilts.north), yaw: heading,
            forwardMetresPerSecond: velocity.forward(heading: heading),
            rightMetresPerSecond: velocity.right(heading: heading), armingFailures: [])
    }
}
