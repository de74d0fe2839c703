import Core
import DriverKit
import LinuxIO
import Values

/// A hobby servo on a hardware PWM channel.
///
/// Wiring: signal to GPIO 18 (or 12, 13, 19), supply from its own 5 V, grounds joined. In
/// config.txt: `dtoverlay=pwm-2chan` (not with the analogue audio jack, which uses the same
/// channels). For more than two servos: a PCA9685 board, `dtoverlay=i2c-pwm-pca9685a`. It has one
/// period for all 16 channels and rounds a pulse up to steps of 4.88 µs (a 4096th of 20 ms).
///
/// Facts: one pulse every 20 ms; 1.0 to 2.0 ms is safe with every servo, many turn further with
/// 0.5 to 2.5 ms. The pulse says where to go, and nothing says where the servo is. Without pulses
/// the horn is limp and draws no current.
package enum Servo: PWMActuator {
    package static let name = "servo"
    package static let summary = "A hobby servo on a hardware PWM channel."
    package static let ports: [DriverPort] = [.sink(angle), .source(state)]

    package static let angle = Port<ServoCommand>("angle", "Where the servo should go.")
    package static let state = Port<ServoState>("state", "What is being asked of the servo.")

    package static func commandPorts(for settings: Settings) -> [Port<ServoCommand>] { [angle] }

    package static func publish(_ plan: Plan, _ context: DriverContext, at now: Instant) {
        context.source(state).publish(plan.motion.state, at: now)
    }

    package static func publishSilence(
        _ why: String, _ context: DriverContext, at now: Instant
    ) {
        context.source(state).publishAbsent(why, at: now)
    }
}

extension Servo {
    /// The angles that it can take. Another would be clamped, and whoever sent it would wait for a
    /// place where the horn never gets.
    package static func commandLimits(_ settings: Settings) -> [String: CommandLimits] {
        let (minAngle, maxAngle) = (settings.pulse.minAngle, settings.pulse.maxAngle)
        // A calibration that was refused may give no angles at all.
        guard minAngle <= maxAngle else { return [:] }
        let range = CommandRange(
            .angle, minAngle.degrees...maxAngle.degrees,
            key: "angle_min, angle_max and calibration")
        return [angle.name: CommandLimits(ranges: [range], unattended: settings.motion.unattended)]
    }

    /// How long pulses are sent at most for a servo that nobody moves any more.
    private static let maxPull = Duration.seconds(3)
    private static let settlingTime = Duration.milliseconds(700)

    /// Pulses off, then the channel given back. One that is not there is safe.
    ///
    /// With a `safe_angle`, a servo that a process has left behind is brought there first: a bolt
    /// must not stay out because the program that would have drawn it is dead.
    package static func makeSafeWithoutInstance(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) {
        guard let channel = try settings.channel.findIfPresent(system) else { return }
        let claim = channel.isExported ? try channel.claim() : nil
        defer { withExtendedLifetime(claim) {} }
        try mapped(to: DeviceError.init) { () throws(IOError) in
            if let angle = settings.motion.safeAngle, channel.isExported {
                try pull(channel, to: angle, settings, clock)
            }
            try channel.disableAndUnexport()
        }
    }

    /// Sends the pulses for an angle until the servo must have come there from anywhere.
    private static func pull(
        _ channel: PWMChannel, to angle: Angle, _ settings: Settings, _ clock: any Scheduler
    ) throws(IOError) {
        var output = try PWMOutput(adopting: channel)
        try settings.give(.pulse(angle), at: &output)
        let range = abs(settings.motion.wholeRange.degrees)
        let travel = Duration.seconds(range / settings.motion.degreesPerSecond)
        clock.sleep(for: min(maxPull, travel + settlingTime))
    }
}
