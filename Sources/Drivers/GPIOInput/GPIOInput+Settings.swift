import Core
import DriverKit
import LinuxIO
import Settings
import Values

extension GPIOInput {
    package struct Settings: PluginSettings {
        let lines: GPIOLineGroup
        let mode: Mode
        let timing: ButtonDetector.Timing
        /// How long the rate of a counter is a mean over.
        let rateWindow: Duration
        package let isActiveLow: Bool
        package let bias: GPIOBias
        package let debounce: Duration
        /// For lines whose edges the kernel does not tell.
        package let pollInterval: Duration
        /// Edges that the kernel keeps for all lines together, where it lets us choose.
        package let queueLength: Int?

        package init(_ read: SettingsReader) {
            lines = GPIOLineGroup(read, single: GPIOInput.contact.name, "contact")
            mode = read(
                "mode", .oneOf(.contact), default: .contact,
                "What the lines are: contacts, buttons whose presses are events, or counters of the times"
                    + " that they become active.")
            timing = Self.timing(read, mode)
            rateWindow = read(
                "rate_over", .duration(.seconds(1) ... .seconds(3600)), default: .seconds(10),
                "Of a counter: how long its rate is a mean over.")
            Self.check(read, "rate_over", isOf: .counter, mode)
            isActiveLow = read(
                "active_low", .bool, default: false,
                "Whether a low voltage means active, as with a switch to ground and a pull-up.")
            bias = read(
                "bias", .oneOf(.asIs), default: .asIs,
                "The resistor inside the controller. Not every controller has one.")
            debounce = read(
                "debounce", .duration(.zero ... .seconds(1)), default: .milliseconds(20),
                "How long a level must last before it counts. Of a counter it must be shorter than a pulse"
                    + " and than the pause after it.")
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
            let names = GPIOInput.ports(for: self).map(\.name)
            read.check(
                Set(names).count == names.count, "lines",
                "two ports would have one name: \(names.joined(separator: ", "))")
        }

        private static func timing(_ read: SettingsReader, _ mode: Mode) -> ButtonDetector.Timing {
            let longAfter = read(
                "long_press", .duration(.milliseconds(200) ... .seconds(30)),
                default: .milliseconds(800), "Of a button: held for so long, it is a long press.")
            let doubleWithin = read(
                "double_press", .duration(.zero ... .seconds(2)), default: .milliseconds(300),
                "Of a button: a second press that begins so soon after the first makes a double press. A"
                    + " press is reported after that time; with \"0s\" when the button is let go.")
            check(read, "long_press", isOf: .button, mode)
            check(read, "double_press", isOf: .button, mode)
            return ButtonDetector.Timing(longAfter: longAfter, doubleWithin: doubleWithin)
        }

        private static func check(
            _ read: SettingsReader, _ key: String, isOf mode: Mode, _ actual: Mode
        ) {
            read.check(
                !read.isPresent(key) || actual == mode, key,
                "is of a \(mode.rawValue): give \"mode\": \"\(mode.rawValue)\"")
        }

        var config: DigitalInputConfig {
            DigitalInputConfig(
                isActiveLow: isActiveLow, bias: bias,
                debounceMicroseconds: UInt32(clamping: debounce.nanoseconds / 1000),
                queueLength: queueLength)
        }
    }
}
