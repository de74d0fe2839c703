import Core
import DriverKit
import LinuxIO
import Settings
import Values

extension GPIOOutput {
    package enum Level: String, CaseIterable, Sendable {
        case inactive, active

        var isActive: Bool { self == .active }
    }

    /// What "active" looks or sounds like.
    package enum Pattern: String, CaseIterable, Sendable {
        case steady, blink
        case doubleFlash = "double-flash"
        case threeBeeps = "three-beeps"

        var pattern: SwitchPattern? {
            SwitchPattern.Name(rawValue: rawValue)?.pattern
        }
    }

    package struct Settings: PluginSettings {
        let lines: GPIOLineGroup
        package let isActiveLow: Bool
        package let safe: Level
        package let activeAs: Pattern

        package init(_ read: SettingsReader) {
            lines = GPIOLineGroup(read, single: GPIOOutput.switch.name, "switch")
            isActiveLow = read(
                "active_low", .bool, default: false,
                "Whether active means a low voltage, as with most relay boards.")
            safe = read(
                "safe", .oneOf(.inactive), default: .inactive,
                "The level when nobody is in charge: at the start, at the end, without a lease. A"
                    + " \"sysfs:\" line that is an output already keeps its level for 2 s at the"
                    + " start, or until a command.")
            activeAs = read(
                "active_as", .oneOf(.steady),
                default: .steady,
                "What the line does while it is told to be active: a lamp that blinks once a second"
                    + " or flashes twice, a buzzer that beeps three times and then is silent.")
        }

        /// Of each line.
        var safeLevels: [Bool] { lines.ports.map { _ in safe.isActive } }
    }
}
