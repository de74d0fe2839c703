import Core
import LinuxIO

extension GPIOOutput {
    package enum Level: String, CaseIterable, Sendable {
        case inactive, active

        var isActive: Bool { self == .active }
    }

    package struct Settings: PluginSettings {
        package let line: GPIOLineSpec
        package let isActiveLow: Bool
        package let safe: Level

        package init(_ read: SettingsReader) {
            line = read(required: "line", .gpioLine, "The line that the switch is wired to.")
            isActiveLow = read(
                "active_low", .bool, default: false,
                "Whether active means a low voltage, as with most relay boards.")
            safe = read(
                "safe", .oneOf(.inactive), default: .inactive,
                "The level when nobody is in charge: at the start, at the end, without a lease.")
        }
    }
}
