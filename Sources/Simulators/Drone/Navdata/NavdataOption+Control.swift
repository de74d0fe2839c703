import Values

/// What the control loops and the vision say.
extension NavdataOption {
    mutating func fillReferences(_ report: NavdataReport) {
        let (setpoint, orders) = (report.setpoint, report.orders)
        putRounded(setpoint.pitch.degrees * 1000, at: 4)
        putRounded(setpoint.roll.degrees * 1000, at: 8)
        putRounded(Angle.radians(setpoint.yawRadiansPerSecond).degrees * 1000, at: 28)
        putRounded(report.heading.wrapped.degrees * 1000, at: 32)
        putSingle(orders.uptime.seconds, at: 64)
        put(orders.stick.pitch, at: 68)
        put(orders.stick.roll, at: 72)
        put(orders.stick.yaw, at: 76)
        put(orders.sequence, at: 84)
    }

    /// The stick, in thousandths.
    mutating func fillStickReferences(_ stick: StickInput) {
        for (index, fraction) in [stick.pitch, stick.roll, stick.yaw, stick.climb].enumerated() {
            putRounded(Double(fraction) * 1000, at: 4 + 4 * index)
        }
    }

    mutating func fillMotors(_ report: NavdataReport) {
        let motors = report.motors
        for (motor, duty) in motors.duties.enumerated() {
            put(duty, at: 4 + motor)
            put(duty, at: 8 + motor)
        }
        putSingle(motors.climb, at: 16)
        putSingle(report.setpoint.climbMetresPerSecond * 1000, at: 24)
        putRounded(motors.pitch, at: 28)
        putRounded(motors.roll, at: 32)
        putRounded(motors.yaw, at: 36)
        for (motor, milliamperes) in motors.currents.enumerated() {
            put(milliamperes, at: 60 + 2 * motor)
        }
        putSingle(motors.climb, at: 68)
    }

    mutating func fillVisionRaw(_ report: NavdataReport) {
        putSingle(report.flow.forwardMetresPerSecond * 1000, at: 4)
        putSingle(report.flow.rightMetresPerSecond * 1000, at: 8)
    }

    /// How far the ground moves between two pictures, in pixels of the floor camera.
    mutating func fillOpticalFlow(_ report: NavdataReport) {
        let (pixelsPerRadian, picturesPerSecond) = (205.0, 60.0)
        let height = max(0.1, report.altitudeMetres)
        let scale = pixelsPerRadian / picturesPerSecond / height
        for point in 0..<5 {
            putSingle(report.flow.forwardMetresPerSecond * scale, at: 4 + 4 * point)
            putSingle(report.flow.rightMetresPerSecond * scale, at: 24 + 4 * point)
        }
    }

    mutating func fillVision(_ report: NavdataReport) {
        put(UInt32(2), at: 4)
        put(Int32(1), at: 28)
        putSingle(report.pitch.radians, at: 32)
        putSingle(report.roll.radians, at: 36)
        putSingle(report.heading.wrapped.radians, at: 40)
        putRounded(report.altitudeMetres * 1000, at: 44)
        put(NavdataEncoder.packedTime(report.uptime), at: 48)
        putSingles(
            [
                report.flow.forwardMetresPerSecond * 1000,
                report.flow.rightMetresPerSecond * 1000,
                -report.airframe.climbMetresPerSecond * 1000,
            ], at: 52)
    }

    mutating func fillHost(_ stick: StickInput) {
        put(stick.flags.rawValue, at: 4)
        put(stick.climb, at: 8)
        put(stick.yaw, at: 12)
        put(stick.roll, at: 16)
        put(stick.pitch, at: 20)
    }
}
