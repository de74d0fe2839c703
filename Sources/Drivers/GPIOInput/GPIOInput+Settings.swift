import DriverKit
import Core
import Devices
import LinuxIO

extension GPIOInput {
    package struct Settings: PluginSettings {
        let lines: GPIOLineGroup
        package let isActiveLow: Bool
        package let bias: GPIOBias
        package let debounce: Duration
        /// For lines whose edges the kernel does not tell.
        package let pollInterval: Duration
        /// Edges that the kernel keeps for all lines together, where it lets us choose.
        package let queueLength: Int?

        package init(_ read: SettingsReader) {
            lines = GPIOLineGroup(read, single: GPIOInput.contact.name, "contact")
            isActiveLow = read(
                "active_low", .bool, default: false,
                "Whether a low voltage means active, as with a switch to ground and a pull-up.")
            bias = read(
                "bias", .oneOf(.asIs), default: .asIs,
                "The resistor inside the controller. Not every controller has one.")
            debounce = read(
                "debounce", .duration(.zero ... .seconds(1)), default: .milliseconds(20),
                "How long a level must last before it counts.")
            pollInterval = read(
                "poll", .duration(.milliseconds(1) ... .seconds(1)), default: .milliseconds(20),
                "How often lines are read whose edges the kernel does not tell: \"sysfs:\" lines, and"
                    + " those of an expander without its interrupt wire.")
            queueLength = read(
                optional: "queue", .integer(16...1024),
                "How many edges of all its lines the kernel keeps until they are read; 16 for each "
                    + "when left out. libgpiod 1 has no choice but that.")
            read.check(
                !lines.isSysfs || bias == .asIs, "bias",
                "a \"sysfs:\" line cannot have one; use another name of the line, or \"as-is\"")
        }

        var config: DigitalInputConfig {
            DigitalInputConfig(
                isActiveLow: isActiveLow, bias: bias,
                debounceMicroseconds: UInt32(clamping: debounce.nanoseconds / 1000),
                queueLength: queueLength)
        }
    }
}
