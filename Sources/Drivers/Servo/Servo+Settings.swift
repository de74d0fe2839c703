import Core
import Devices

extension Servo {
    package struct Settings: PluginSettings {
        /// The PWM chip's device; `nil` for the Pi's own.
        let chip: String?
        let channelNumber: Int
        let pulse: PulseMap
        let motion: SlewController.Settings

        package init(_ read: SettingsReader) {
            chip = read(
                optional: "chip", .pwmDevice,
                "The PWM chip by the name of its device (see the `device` link in"
                    + " /sys/class/pwm/pwmchip*), the device's path, or \"pca9685-pwm\" for the only"
                    + " PCA9685 board. Left out: the Pi's own.")
            channelNumber = read(
                "channel", .integer(0...16), default: 0,
                "Its channel. Pi 3 and 4: 0 is GPIO 12 or 18, 1 is GPIO 13 or 19. A PCA9685 has 0 to"
                    + " 15.")
            pulse = PulseMap(read)
            motion = SlewController.Settings(read, pulse)
        }
    }

    /// What the supervisor's absence means to the servo.
    enum LeaseEnd: String, CaseIterable, Sendable {
        /// Stays at the angle where it is, with pulses as long as `release_after` says.
        case hold
        /// Stops the pulses: whatever it moves stays there, or springs back.
        case release
        /// Goes to `safe_angle`.
        case safeAngle = "safe_angle"
    }
}

extension SettingKind where Value == String {
    /// What names a PWM chip for good. "pwmchip0" does not: the same chip is pwmchip2 with another
    /// kernel.
    fileprivate static var pwmDevice: SettingKind {
        matching(
            "a PWM chip's device such as \"fe20c000.pwm\" or \"1-0040\" (never a pwmchip number, "
                + "which changes with the kernel, and never the Pi 5's fan, 1f0009c000.pwm)"
        ) { text in
            let name = text.split(separator: "/").last ?? ""
            return !name.isEmpty && text.utf8.count <= 1024 && !text.contains("\0")
                && !name.hasPrefix("pwmchip") && name != "1f0009c000.pwm"
        }
    }
}

extension Servo.SlewController.Settings {
    fileprivate init(_ read: SettingsReader, _ pulse: Servo.PulseMap) {
        degreesPerSecond = read(
            "speed", .degreesPerSecond(1...2000), default: 180,
            "How fast it turns at most. Small servos manage 60 degrees in 0.1 s.")
        wholeRange = pulse.highest - pulse.lowest
        deadband = read(
            "deadband", .angle(0...5), default: .degrees(0.2),
            "A command nearer than this to the one before is the same command.")
        releaseAfter = read(
            "release_after", .duration(.milliseconds(100) ... .seconds(3600), or: "never"),
            default: .milliseconds(700),
            "How long after a move the pulses stop: no heat, no hum, and no holding force.")
        leaseEnd = read(
            "on_lease_end", .oneOf(.release), default: .release,
            "What it does when nobody is in charge any more.")
        safeAngle = read(
            optional: "safe_angle", .angle(-360...360),
            "Where it goes with \"on_lease_end\": \"safe_angle\".")
        read.check(
            (safeAngle != nil) == (leaseEnd == .safeAngle), "safe_angle",
            "goes with \"on_lease_end\": \"safe_angle\": give both or neither")
        read.check(
            safeAngle.map { $0 == pulse.clamped($0) } ?? true, "safe_angle",
            "must be between angle_min and angle_max")
    }
}
