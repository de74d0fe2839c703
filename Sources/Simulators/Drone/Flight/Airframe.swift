import Glibc
import Values

/// The body of the drone in the air: what tilt, thrust, drag and wind do to it.
///
/// A steady tilt of 12 degrees flies 3.7 m/s, and a fifth of it 0.75 m/s: see `FlightDynamics`.
struct Airframe: Sendable {
    /// What the autopilot asks of the motors.
    struct Setpoint: Equatable, Sendable {
        /// Positive: nose up.
        var pitch = Angle.degrees(0)
        /// Positive: right side down.
        var roll = Angle.degrees(0)
        var climbMetresPerSecond = 0.0
        /// Positive: clockwise.
        var yawRadiansPerSecond = 0.0
        /// A flip: the attitude is flown through without regard to the rest.
        var isTumbling = false
    }

    private static let gravity = 9.81
    /// The ultrasound hears no echo from further away.
    static let ultrasoundMetres = 6.0

    private let dynamics: FlightDynamics
    /// From where the drone was switched on.
    private(set) var offset = PlaneVector.zero
    private(set) var altitudeMetres: Double
    private(set) var velocity: PlaneVector
    private(set) var climbMetresPerSecond: Double
    private(set) var pitch: Angle
    private(set) var roll: Angle
    private(set) var heading: Angle
    private(set) var yawRadiansPerSecond = 0.0
    private(set) var pitchRadiansPerSecond = 0.0
    private(set) var rollRadiansPerSecond = 0.0

    /// Its nose points towards `heading`; what is no direction is north. Stands on the ground
    /// unless it is put in the air.
    init(
        heading: Angle, altitudeMetres: Double = 0, velocity: PlaneVector = .zero,
        climbMetresPerSecond: Double = 0, pitch: Angle = .degrees(0), roll: Angle = .degrees(0),
        dynamics: FlightDynamics = .identified
    ) {
        self.dynamics = dynamics
        self.heading = heading.degrees.isFinite ? heading.compass : .degrees(0)
        self.altitudeMetres = altitudeMetres
        self.velocity = velocity
        self.climbMetresPerSecond = climbMetresPerSecond
        self.pitch = pitch
        self.roll = roll
    }

    /// The same, as it is while something leans on it.
    func rolled(by angle: Angle) -> Airframe {
        var rolled = self
        rolled.roll = roll + angle
        return rolled
    }

    var isOnGround: Bool { altitudeMetres <= 0 }
    var isBeyondUltrasound: Bool { altitudeMetres > Self.ultrasoundMetres }

    var forwardMetresPerSecond: Double { velocity.forward(heading: heading) }
    var rightMetresPerSecond: Double { velocity.right(heading: heading) }

    /// Moves the body on by a short time. Without a setpoint the motors stand still.
    mutating func step(
        _ seconds: Double, setpoint: Setpoint?, air: PlaneVector,
        updraftMetresPerSecond: Double = 0
    ) {
        turn(seconds, setpoint ?? Setpoint())
        if let setpoint {
            let fraction = min(1, seconds / dynamics.climbLagSeconds)
            climbMetresPerSecond +=
                (setpoint.climbMetresPerSecond - climbMetresPerSecond) * fraction
        } else {
            climbMetresPerSecond -= Self.gravity * seconds
        }
        // It stands: no wind moves it.
        if isOnGround, climbMetresPerSecond <= 0 { return touchDown() }
        let isThrusting = setpoint.map { !$0.isTumbling } ?? false
        let thrust = isThrusting ? thrustAcceleration : PlaneVector.zero
        velocity = velocity + (thrust + drag(in: air)) * seconds
        offset = offset + velocity * seconds
        altitudeMetres += (climbMetresPerSecond + updraftMetresPerSecond) * seconds
        if altitudeMetres <= 0 { touchDown() }
    }

    private mutating func turn(_ seconds: Double, _ setpoint: Setpoint) {
        let fraction = setpoint.isTumbling ? 1 : min(1, seconds / dynamics.attitudeLagSeconds)
        let (pitchStep, rollStep) = (
            (setpoint.pitch - pitch).wrapped.degrees * fraction,
            (setpoint.roll - roll).wrapped.degrees * fraction
        )
        pitchRadiansPerSecond = Angle.degrees(pitchStep).radians / seconds
        rollRadiansPerSecond = Angle.degrees(rollStep).radians / seconds
        pitch = (pitch + .degrees(pitchStep)).wrapped
        roll = (roll + .degrees(rollStep)).wrapped
        yawRadiansPerSecond +=
            (setpoint.yawRadiansPerSecond - yawRadiansPerSecond)
            * min(1, seconds / dynamics.yawLagSeconds)
        heading = (heading + .radians(yawRadiansPerSecond * seconds)).compass
    }

    /// The horizontal share of the thrust, about 10 m/s² for a whole tilt.
    private var thrustAcceleration: PlaneVector {
        let full = dynamics.dragPerSecond * dynamics.fullTiltMetresPerSecond
        return PlaneVector(
            forward: full * sin(-pitch.radians), right: full * sin(roll.radians), heading: heading)
    }

    private func drag(in air: PlaneVector) -> PlaneVector {
        (air - velocity) * dynamics.dragPerSecond
    }

    /// The ground holds it: neither wind nor spin moves it.
    private mutating func touchDown() {
        altitudeMetres = 0
        climbMetresPerSecond = 0
        velocity = .zero
        pitch = .degrees(0)
        roll = .degrees(0)
        yawRadiansPerSecond = 0
        pitchRadiansPerSecond = 0
        rollRadiansPerSecond = 0
    }
}
