import Core
import DriverKit
import LinuxIO
import Settings
import Values

extension Servo {
    package struct Settings: PWMActuatorSettings {
        package let channel: PWMChannelSettings
        let pulse: PulseMap
        let motion: SlewController.Settings

        package init(_ read: SettingsReader) {
            channel = PWMChannelSettings(read)
            pulse = PulseMap(read)
            motion = SlewController.Settings(read, pulse)
        }

        /// How long the pulse is that brings it to an angle, for a simulation of what it moves.
        package func pulseMicroseconds(at angle: Angle) -> Double {
            Double(pulse.widthNanoseconds(at: angle)) / 1000
        }

        package func plan(found: PWMState, at now: Instant) -> Plan {
            Plan(self, found: found, at: now)
        }

        package func give(
            _ wanted: SlewController.Output, at channel: inout PWMOutput
        ) throws(IOError) {
            switch wanted {
            case .unchanged: break
            case .off: try channel.stop()
            case .pulse(let angle):
                try channel.pulse(
                    widthNanoseconds: pulse.widthNanoseconds(at: angle),
                    periodNanoseconds: pulse.period.nanoseconds)
            }
        }

        /// The pulses stop, unless the servo is to be held for ever: then they go on as they are, with
        /// nobody to change them, until the next start adopts them.
        package var atClose: SlewController.Output? {
            motion.releaseAfter == nil && motion.leaseEnd != .release ? nil : .off
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

extension Servo.SlewController.Settings {
    /// What comes of the angle that was commanded last with nobody in charge.
    var unattended: UnattendedAction {
        switch (leaseEnd, safeAngle) {
        case (.safeAngle, let angle?):
            .goes(
                to: angle.degrees, .angle, tolerance: deadband.degrees, key: "safe_angle")
        case (.hold, _), (.safeAngle, nil): .holds(key: "on_lease_end")
        case (.release, _): .letsGo
        }
    }

    fileprivate init(_ read: SettingsReader, _ pulse: Servo.PulseMap) {
        degreesPerSecond = read(
            "speed", .degreesPerSecond(1...2000), default: 180,
            "How fast it turns at most. Small servos manage 60 degrees in 0.1 s.")
        wholeRange = pulse.maxAngle - pulse.minAngle
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
            read.isPresent("safe_angle") == (leaseEnd == .safeAngle), "safe_angle",
            "goes with \"on_lease_end\": \"safe_angle\": give both or neither")
        read.check(
            safeAngle.map { $0 == pulse.clamped($0) } ?? true, "safe_angle",
            "must be between angle_min and angle_max")
    }
}
