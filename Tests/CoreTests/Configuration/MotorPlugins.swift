@testable import Core
import Settings
import TestSupport
import Values

/// A motor at a line and, perhaps, an address of a bus that it shares with its like. Lists, one of them with names, and
/// objects among its settings, so that each shape of a setting is there.
enum TestMotor: DriverPlugin {
    struct Settings: PluginSettings {
        let line: String
        let chip: String?
        let highest: Angle
        let maxLease: Duration?

        init(_ read: SettingsReader) {
            line = read("line", .text("a line"), default: "A1", "Where it is.")
            chip = read(optional: "chip", .text("a chip"), "What it is read through.")
            highest = read("angle_max", .angle(0...360), default: .degrees(180), "How far.")
            maxLease = read(optional: "patience", .duration(.zero ... .seconds(60)), "A lease.")
            _ = read("ramp", .object(), default: SettingsReader.defaults(of: Ramp.self), "A ramp.")
            _ = read(
                "steps", .list(of: .duration(.zero ... .seconds(9)), count: 0...9), default: [],
                "Steps.")
            _ = read(
                "marks", .named(.temperature(-50...99), count: 0...9), default: [:], "Marks.")
            _ = read(
                "cues", .list(of: .object(Cue.self), count: 0...9), default: [],
                "What it does when.",
                protects: .task)
        }
    }

    struct Cue: PluginSettings {
        init(_ read: SettingsReader) {
            _ = read(required: "name", .text("a name"), "What it is called.")
            _ = read("when", .text("words"), default: "at once", "When it turns.")
            _ = read("after", .duration(.zero ... .seconds(9)), default: .zero, "How long after.")
            _ = read("to", .named(.angle(0...360), count: 0...9), default: [:], "Where to.")
        }
    }

    struct Ramp: PluginSettings {
        init(_ read: SettingsReader) {
            _ = read("time", .duration(.zero ... .seconds(9)), default: .seconds(1), "How long.")
            _ = read("soft", .bool, default: false, "How.")
        }
    }

    static let name = "motor"
    static let summary = "Turns."
    static let angle = Port<ServoCommand>("angle", "Where to.")
    static let ports: [DriverPort] = [.sink(angle)]

    static func claims(_ settings: Settings) -> [Claim] {
        [Claim(.gpioLine, settings.line, key: "line")]
            + (settings.chip.map { [Claim(.busAddress, "1-0048", key: "chip", sharedAs: $0)] } ?? [])
    }

    static func commandLimits(_ settings: Settings) -> [String: CommandLimits] {
        [
            angle.name: CommandLimits(
                maxPeriod: settings.maxLease.map { $0 / 4 }, maxLease: settings.maxLease,
                ranges: [CommandRange(.angle, 0...settings.highest.degrees, key: "angle_max")])
        ]
    }

    static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        throw DeviceError(.absent, "no motor in tests")
    }
}

/// Commands one angle.
struct TestTurner: Policy {
    static let name = "turner"
    static let summary = "Turns a motor."
    static let defaultPeriod = Duration.milliseconds(100)

    static func commandRanges(_ settings: Settings) -> [String: [CommandRange]] {
        let angle = settings.angle.degrees
        return ["motor": [CommandRange(.angle, angle...angle, key: "angle")]]
    }

    struct Settings: PluginSettings {
        let angle: Angle

        init(_ read: SettingsReader) {
            angle = read("angle", .angle(-360...360), default: .degrees(90), "Where to.")
        }
    }
    struct Inputs: PolicyInputs {

        init(_ port: InputReader) {}
    }
    struct Outputs: PolicyOutputs {
        let angle: Angle
        let reason: Why

        static func declare(_ port: OutputPorts<Outputs>) {
            port.command("motor", "The motor.") { ServoCommand.move(to: $0.angle) }
            port.command("spare", required: false, "Another.") { _ -> ServoCommand? in nil }
        }
    }
    enum Why: Reason {
        case always

        var code: String { "always" }
        var description: String { "always" }
    }

    init(settings: Settings) {}

    mutating func step(_ inputs: Inputs, by settings: Settings, at now: Instant) -> Outputs {
        Outputs(angle: settings.angle, reason: .always)
    }
}

let motorRegistry = PluginRegistry(
    drivers: [TestMotor.self, TestSensor.self],
    policies: [TestTurner.self])

/// Reads a configuration of motors.
func motorConfiguration(_ text: String) throws(ConfigurationErrors) -> Configuration {
    try ConfigurationReader.read(Array(text.utf8), registry: motorRegistry)
}

/// What is wrong with a configuration of motors, as "path: message", sorted.
func motorErrors(_ text: String) -> [String] {
    do throws(ConfigurationErrors) {
        _ = try motorConfiguration(text)
        return []
    } catch {
        return error.all.map(\.description).sorted()
    }
}
