import Values

/// What the four motors do for a setpoint: front left, front right, rear right, rear left.
struct MotorMixer: Equatable, Sendable {
    private static let hoverDuty = 150.0
    private static let idleDuty = 40.0
    private static let dutyPerMetrePerSecond = 30.0
    private static let dutyPerDegree = 1.2
    private static let dutyPerRadianPerSecond = 6.0
    private static let milliamperesPerDuty = 13.0

    /// The shares of the controller's outputs, in steps of the PWM.
    private(set) var climb = 0.0
    private(set) var pitch = 0.0
    private(set) var roll = 0.0
    private(set) var yaw = 0.0
    private var base = 0.0

    /// Motors that stand still.
    init() {}

    /// Motors that turn. While they only come up to speed nothing is mixed in.
    init(_ setpoint: Airframe.Setpoint, _ airframe: Airframe, isSpinningUp: Bool) {
        base = isSpinningUp ? Self.idleDuty : Self.hoverDuty
        guard !isSpinningUp else { return }
        climb =
            Self.dutyPerMetrePerSecond
            * (setpoint.climbMetresPerSecond - airframe.climbMetresPerSecond)
        pitch = Self.dutyPerDegree * (setpoint.pitch - airframe.pitch).wrapped.degrees
        roll = Self.dutyPerDegree * (setpoint.roll - airframe.roll).wrapped.degrees
        yaw =
            Self.dutyPerRadianPerSecond
            * (setpoint.yawRadiansPerSecond - airframe.yawRadiansPerSecond)
    }

    /// 0...255 for each motor.
    var duties: [UInt8] {
        // Nose up: the front pulls. Right side down: the left pulls. Clockwise: the pair that
        // turns the other way pulls.
        [
            pitch + roll + yaw, pitch - roll - yaw, -pitch - roll + yaw, -pitch + roll - yaw,
        ].map { base == 0 ? 0 : UInt8(min(255, max(0, (base + climb + $0).rounded()))) }
    }

    /// The current of each motor, in milliamperes.
    var currents: [UInt16] {
        duties.map { UInt16(Double($0) * Self.milliamperesPerDuty) }
    }
}
