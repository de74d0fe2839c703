import Values

/// Something that the drone does by itself for a time, with no regard to the stick.
struct Manoeuvre: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case animation(FlightAnimation)
        /// Spinning on the spot, so that the magnetometer sees the field from all sides.
        case compassCalibration
    }

    /// A turn and a half.
    private static let calibrationRadiansPerSecond = 2.0
    private static let calibrationTime = Duration.milliseconds(4700)

    let kind: Kind
    let beganAt: Instant

    func isOver(at now: Instant) -> Bool {
        now - beganAt >= duration
    }

    func control(at now: Instant) -> ControlState {
        switch kind {
        case .animation(let animation): animation.control(after: (now - beganAt).seconds)
        case .compassCalibration: .hovering(.calibratingMagnetometer)
        }
    }

    func setpoint(at now: Instant) -> Airframe.Setpoint {
        switch kind {
        case .animation(let animation): animation.setpoint(after: (now - beganAt).seconds)
        case .compassCalibration:
            Airframe.Setpoint(yawRadiansPerSecond: Self.calibrationRadiansPerSecond)
        }
    }

    private var duration: Duration {
        switch kind {
        case .animation(let animation): animation.duration
        case .compassCalibration: Self.calibrationTime
        }
    }
}
