import Settings
import TestSupport
import Values

@testable import Core

/// Beeps when it is asked to.
enum TestBuzzer: DriverPlugin {
    enum Request: PluginRequest {
        case beep(Duration), stop

        static let declarations: [RequestDeclaration<Request>] = [
            .init("beep", "Beep for a while.", Beep.self) { .beep($0.time) },
            .init("stop", "Be silent.", .stop, effect: .safer),
        ]
    }

    private struct Beep: PluginSettings {
        let time: Duration

        init(_ read: SettingsReader) {
            time = read(
                "for", .duration(.seconds(1) ... .seconds(60)), default: .seconds(1), "How long.")
        }
    }

    static let name = "buzzer"
    static let summary = "Beeps."
    static let ports: [DriverPort] = []

    static func start(
        _ settings: NoSettings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        throw DeviceError(.absent, "this one is only configured")
    }
}

/// A policy that is only connected.
protocol IdlePolicy: Policy where Inputs == NoInputs, Outputs == IdleOutputs {
    init()
}

struct NoInputs: PolicyInputs {
    init(_ port: InputReader) {}
}

struct IdleOutputs: PolicyOutputs {
    let reason: State

    enum State: String, Reason {
        case quiet

        var code: String { rawValue }
        var description: String { rawValue }
    }
}

extension IdlePolicy {
    static var summary: String { "Does nothing but to be connected." }
    static var defaultPeriod: Duration { .seconds(1) }

    init(settings: NoSettings) { self.init() }
    mutating func step(
        _ inputs: NoInputs, by settings: NoSettings, at now: Instant
    ) -> IdleOutputs {
        IdleOutputs(reason: .quiet)
    }
}

/// Has a driver beep.
struct TestAlarm: IdlePolicy {
    static let name = "alarm"

    static func outputs(_ port: OutputPorts<IdleOutputs>, _ settings: NoSettings) {
        port.request("buzzer", of: ["beep", "stop"], "What beeps.") { _ in nil }
    }
}

/// Asks for what no driver takes.
struct TestHonk: IdlePolicy {
    static let name = "honk"

    static func outputs(_ port: OutputPorts<IdleOutputs>, _ settings: NoSettings) {
        port.request("buzzer", of: ["beep", "honk"], "What honks.") { _ in nil }
    }
}
