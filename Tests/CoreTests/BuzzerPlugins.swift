import Devices

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

/// The step of policies that are only connected.
struct Idle: Policy {
    struct Inputs: Codable, Sendable {}
    struct Outputs: PolicyOutputs {
        let reason: State
    }
    enum State: String, Reason {
        case quiet

        var code: String { rawValue }
        var description: String { rawValue }
    }

    init(settings: NoSettings) {}

    mutating func step(_ inputs: Inputs, at now: Instant) -> Outputs {
        Outputs(reason: .quiet)
    }
}

protocol IdlePolicy: PolicyPlugin where Logic == Idle {}

extension IdlePolicy {
    static var summary: String { "Does nothing but to be connected." }
    static var defaultPeriod: Duration { .seconds(1) }

    static func gather(
        _ ports: Ports, _ requests: [Event<NoRequest>], at now: Instant
    ) -> Idle.Inputs { Idle.Inputs() }

    static func deliver(
        _ outputs: Idle.Outputs, to ports: Ports, at now: Instant, until expiry: Instant
    ) {}
}

/// Has a driver beep.
enum TestAlarm: IdlePolicy {
    static let name = "alarm"

    struct Ports: PolicyPorts {
        let buzzer: RequestSender?

        init(_ port: PortReader) {
            buzzer = port.requestSender("buzzer", of: ["beep", "stop"], "What beeps.")
        }
    }
}

/// Asks for what no driver takes.
enum TestHonk: IdlePolicy {
    static let name = "honk"

    struct Ports: PolicyPorts {
        init(_ port: PortReader) {
            _ = port.requestSender("buzzer", of: ["beep", "honk"], "What honks.")
        }
    }
}
