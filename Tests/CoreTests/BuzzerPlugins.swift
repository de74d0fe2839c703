import Devices

@testable import Core

/// Beeps when it is asked to.
enum TestBuzzer: DriverPlugin {
    enum Request: PluginRequest {
        case beep(Duration), stop

        static let declarations: [RequestDeclaration<Request>] = [
            .init("beep", "Beep for a while.", Beep.self) { .beep($0.time) },
            .init("stop", "Be silent.", .stop, isUrgent: true),
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

/// Has a driver beep.
enum TestAlarm: PolicyPlugin {
    struct Logic: Policy {
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

    static let name = "alarm"
    static let summary = "Beeps."
    static let defaultPeriod = Duration.seconds(1)

    struct Ports: PolicyPorts {
        let buzzer: RequestSender?

        init(_ port: PortReader) {
            buzzer = port.requestSender("buzzer", of: ["beep", "stop"], "What beeps.")
        }
    }

    static func gather(
        _ ports: Ports, _ requests: [Event<NoRequest>], at now: Instant
    ) -> Logic.Inputs { Logic.Inputs() }

    static func deliver(
        _ outputs: Logic.Outputs, to ports: Ports, at now: Instant, until expiry: Instant
    ) {}
}

/// Asks for what no driver takes.
enum TestHonk: PolicyPlugin {
    typealias Logic = TestAlarm.Logic

    static let name = "honk"
    static let summary = "Honks."
    static let defaultPeriod = Duration.seconds(1)

    struct Ports: PolicyPorts {
        init(_ port: PortReader) {
            _ = port.requestSender("buzzer", of: ["beep", "honk"], "What honks.")
        }
    }

    static func gather(
        _ ports: Ports, _ requests: [Event<NoRequest>], at now: Instant
    ) -> Logic.Inputs { Logic.Inputs() }

    static func deliver(
        _ outputs: Logic.Outputs, to ports: Ports, at now: Instant, until expiry: Instant
    ) {}
}
