@testable import ConformanceKit
import Core
import Drivers
import Settings
import TestSupport
import TestTraits
import Testing
import Values

/// A thermometer that is always well, and tells of its battery as well.
private enum Thermometer {
    static let temperature = Port<Temperature>("temperature", "How warm it is.")
    static let battery = Port<Contact>("battery", "Closed while its battery is good.")

    struct Settings: PluginSettings {
        init(_ read: SettingsReader) {
            _ = read(
                "every", .duration(.milliseconds(100) ... .seconds(60)), default: .seconds(1),
                "As any rig sets it.")
        }
    }

    private struct Running: Driver {
        func close() {}
    }

    static func start(_ context: DriverContext) -> any Driver {
        let now = context.scheduler.now
        context.source(temperature).publish(Temperature(celsius: 21), at: now)
        context.source(battery).publish(Contact(isActive: true), at: now)
        return Running()
    }
}

private enum Honest: DriverPlugin {
    static let name = "honest"
    static let summary = "Declares both of its ports."
    static let ports: [DriverPort] = [
        .source(Thermometer.temperature), .source(Thermometer.battery),
    ]

    static func start(
        _ settings: Thermometer.Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver { Thermometer.start(context) }
}

private enum Forgetful: DriverPlugin {
    static let name = "forgetful"
    static let summary = "Declares the one of its ports that its rig looks at."
    static let ports: [DriverPort] = [.source(Thermometer.temperature)]

    static func start(
        _ settings: Thermometer.Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver { Thermometer.start(context) }
}

/// What the kit finds where the rig of a driver does not look.
@Suite(.blocking) struct UndeclaredPortTests {
    private struct Device: SimulatedDevice {
        func become(_ condition: Condition) {}
    }

    private func kind(_ plugin: any DriverPlugin.Type) -> RigKind {
        var kind = RigKind.sensor(
            plugin.name, port: Thermometer.temperature,
            gives: { $0 == Temperature(celsius: 21) }, device: { _ in Device() })
        kind.plugins = allDrivers + [plugin]
        return kind
    }

    @Test("a driver that declares its ports passes") func declared() throws {
        try checkRestart(kind(Honest.self))
    }

    @Test("a driver that uses a port which it does not declare does not pass") func undeclared() {
        let failure = thrownError(CheckFailure.self) { try checkRestart(kind(Forgetful.self)) }
        let reason = "uses a port that it does not declare: battery: is it in `ports`"
        #expect(failure?.description.contains(reason) == true)
    }
}
