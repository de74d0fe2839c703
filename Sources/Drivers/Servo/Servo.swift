import Core
import Devices
import DriverKit
import LinuxIO

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
package enum Servo: LeasedActuator {
    package static let name = "servo"
    package static let summary = "A hobby servo on a hardware PWM channel."
    package static let ports: [DriverPort] = [.sink(angle), .source(state)]

    package static let angle = Port<ServoCommand>("angle", "Where the servo should go.")
    package static let state = Port<ServoState>("state", "What is being asked of the servo.")

    package static func commandPorts(for settings: Settings) -> [Port<ServoCommand>] { [angle] }

    /// Takes the channel over as it is: what runs goes on, and nothing moves before a command.
    package static func device(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> Device {
        Device(settings: settings, channel: try settings.channel.adopt(context))
    }

    package static func publish(_ plan: Plan, _ context: DriverContext, at now: Instant) {
        context.source(state).publish(plan.motion.state, at: now)
    }
}
