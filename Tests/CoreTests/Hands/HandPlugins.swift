@testable import Core
import JSON
import Settings
import Synchronization
import TestSupport
import Values

// Drivers with an output of each kind, and a policy for one of them.

/// Lamps at lines of these names. One that is told to beep fails.
enum TestLamps: DriverPlugin {
    struct Settings: PluginSettings {
        let lines: [String]

        init(_ read: SettingsReader) {
            lines = read(
                "lines", .list(of: .text("a line"), count: 1...9), default: ["switch"], "Where.")
        }
    }

    static let name = "lamps"
    static let summary = "Shines."
    static let ports: [DriverPort] = [.sink(port("switch"))]
    /// One that its driver marks as guarded.
    static let siren = "siren"

    static func port(_ name: String) -> Port<SwitchCommand> { Port(name, "A lamp.") }

    static func ports(for settings: Settings) -> [DriverPort] {
        settings.lines.map { .sink(port($0), isGuarded: $0 == siren) }
    }

    static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        let lamps = HeldOutputs(context)
        for line in settings.lines {
            context.sink(port(line)).attach { command in
                lamps.note(line, until: command.expiresAt)
                if command.command == .pattern(.beeps(3)) {
                    context.fail(DeviceError(.corrupt, "it smokes"))
                }
            }
        }
        return lamps
    }
}

/// Takes a level.
enum TestFan: DriverPlugin {
    static let name = "fan"
    static let summary = "Blows."
    static let level = Port<Level>("level", "How much.")
    static let ports: [DriverPort] = [.sink(level)]

    static func start(
        _ settings: NoSettings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        let fan = HeldOutputs(context)
        context.sink(level).attach { fan.note("level", until: $0.expiresAt) }
        return fan
    }
}

/// Turns from 0 to 90 degrees, and perhaps stays there with nobody in charge.
enum TestHinge: DriverPlugin {
    struct Settings: PluginSettings {
        let holds: Bool

        init(_ read: SettingsReader) {
            holds = read("holds", .bool, default: false, "Whether it stays.")
        }
    }

    static let name = "hinge"
    static let summary = "Turns."
    static let angle = Port<ServoCommand>("angle", "Where to.")
    static let ports: [DriverPort] = [.sink(angle)]

    static func commandLimits(_ settings: Settings) -> [String: CommandLimits] {
        [
            angle.name: CommandLimits(
                maxLease: .seconds(1), ranges: [CommandRange(.angle, 0...90, key: "angle_max")],
                unattended: settings.holds ? .holds(key: "holds") : .letsGo)
        ]
    }

    static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        HeldOutputs(context)
    }
}

/// Flies.
enum TestGlider: DriverPlugin {
    static let name = "glider"
    static let summary = "Flies."
    static let pilot = Port<FlightCommand>("pilot", "Where to.")
    static let ports: [DriverPort] = [.sink(pilot)]

    static func start(
        _ settings: NoSettings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        HeldOutputs(context)
    }
}

/// A driver whose device is at rest while no lease lives.
private final class HeldOutputs: Driver {
    private let scheduler: any Scheduler
    private let leases = Mutex<[String: Instant]>([:])

    init(_ context: DriverContext) {
        scheduler = context.scheduler
    }

    func note(_ port: String, until end: Instant) { leases.withLock { $0[port] = end } }

    func makeSafe() { leases.withLock { $0 = [:] } }
    var isAtRest: Bool { leases.withLock { $0.values.allSatisfy { $0 <= scheduler.now } } }
    var isSafe: Bool { isAtRest }
    func close() {}
}

let handRegistry = PluginRegistry(
    drivers: [
        TestLamps.self, TestFan.self, TestHinge.self, TestGlider.self, TestBolt.self,
        TestSensor.self, TestMotor.self,
    ], policies: [TestKeeper.self])
