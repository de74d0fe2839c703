import Glibc
import Values

/// Brakes, then holds the place against the wind, as the firmware does with its floor camera: it
/// drifts where the camera sees no way.
struct PositionHold: Sendable {
    /// Acceleration asked for per m/s of speed, in 1/s ...
    private static let speedGain = 1.5
    /// ... and per metre of drift since it stood still, in 1/s².
    private static let driftGain = 0.6
    /// It stands once it is slower than this, or has braked for so long: the rest is wind.
    private static let standingMetresPerSecond = 0.5
    private static let maxBrakingSeconds = 3.0
    private static let steepest = Angle.degrees(20)
    private static let gravity = 9.81

    /// Whether it has braked.
    private(set) var stands = false
    private var brakingSeconds = 0.0
    /// How far it was blown away since it stood.
    private var drift = PlaneVector.zero

    mutating func hold(
        _ airframe: Airframe, _ flow: FlowCamera.Reading, _ seconds: Double
    ) -> Airframe.Setpoint {
        let velocity = PlaneVector(
            forward: flow.forwardMetresPerSecond, right: flow.rightMetresPerSecond,
            heading: airframe.heading)
        brakingSeconds += seconds
        if velocity.length < Self.standingMetresPerSecond
            || brakingSeconds >= Self.maxBrakingSeconds
        {
            stands = true
        }
        if stands { drift = drift + velocity * seconds }
        let wanted = velocity * -Self.speedGain + drift * -Self.driftGain
        return Airframe.Setpoint(
            pitch: tilt(-wanted.forward(heading: airframe.heading)),
            roll: tilt(wanted.right(heading: airframe.heading)))
    }

    /// The tilt that accelerates so many m/s².
    private func tilt(_ acceleration: Double) -> Angle {
        let tilt = Angle.radians(atan(acceleration / Self.gravity))
        return min(Self.steepest, max(-Self.steepest, tilt))
    }
}
