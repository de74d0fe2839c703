@testable import Core
import Devices
import Synchronization
import TestSupport

/// Settings for a plugin that has none.
struct NoSettings: PluginSettings {
    init(_ read: SettingsReader) {}
}

// Plugins as a configuration names them.

/// Gives a temperature.
enum TestSensor: DriverPlugin {
    struct Settings: PluginSettings {
        let interval: Duration

        init(_ read: SettingsReader) {
            interval = read(
                "every", .duration(.seconds(1) ... .seconds(60)), default: .seconds(10),
                "How often it is read.")
        }
    }

    static let name = "sensor"
    static let summary = "Gives a temperature."
    static let temperature = Port<Temperature>("temperature", "How warm it is.")
    static let ports: [DriverPort] = [.source(temperature)]

    static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        context.source(temperature).publish(
            Temperature(celsius: 21), at: context.scheduler.now)
        return TestDriver()
    }
}

/// Takes a command and has two contacts, so that "a contact of it" is ambiguous.
enum TestBolt: DriverPlugin {
    static let name = "bolt"
    static let summary = "Takes a command and has two contacts."
    static let command = Port<SwitchCommand>("command", "Whether it is shut.")
    static let open = Port<Contact>("open", "Closed when the bolt is drawn back.")
    static let shut = Port<Contact>("shut", "Closed when the bolt is out.")
    static let ports: [DriverPort] = [.sink(command), .source(open), .source(shut)]

    static func start(
        _ settings: NoSettings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        TestDriver()
    }
}

private struct TestDriver: Driver {
    func close() {}
}

/// Shuts the bolt when it is cold; a person may ask otherwise.
enum TestKeeper: PolicyPlugin {
    struct Logic: Policy {
        struct Settings: PluginSettings {
            let coldest: Temperature

            init(_ read: SettingsReader) {
                coldest = read(
                    "coldest", .temperature(-20...20), default: Temperature(celsius: 5),
                    "Below this the bolt is shut.")
            }
        }
        struct Inputs: Codable, Sendable {
            let temperature: Sample<Temperature>
            let request: Sample<DoorRequest>
        }
        struct Outputs: PolicyOutputs {
            let isShut: Bool?
            let reason: Why
            let answer: Answer?
        }
        enum Why: Reason {
            case cold(Temperature), warm(Temperature), unknown

            var code: String {
                switch self {
                case .cold: "cold"
                case .warm: "warm"
                case .unknown: "unknown"
                }
            }
            var description: String {
                switch self {
                case .cold(let temperature): "cold: \(temperature.celsius)"
                case .warm(let temperature): "warm: \(temperature.celsius)"
                case .unknown: "no temperature"
                }
            }
        }

        let settings: Settings

        init(settings: Settings) {
            self.settings = settings
        }

        mutating func step(_ inputs: Inputs, at now: Instant) -> Outputs {
            let answer = inputs.request.good.map {
                Answer(
                    sequence: $0.sequence, isAccepted: $0.action != .unlock,
                    message: "asked to \($0.action.rawValue)")
            }
            guard let temperature = inputs.temperature.good else {
                return Outputs(isShut: nil, reason: .unknown, answer: answer)
            }
            let isCold = temperature < settings.coldest
            return Outputs(
                isShut: isCold, reason: isCold ? .cold(temperature) : .warm(temperature),
                answer: answer)
        }
    }

    static let name = "keeper"
    static let summary = "Shuts the bolt when it is cold."
    static let defaultPeriod = Duration.milliseconds(100)
    static let temperature = Port<Temperature>("temperature", "How warm it is.")
    static let shut = Port<Contact>("shut", "Whether the bolt is out.")
    static let request = Port<DoorRequest>("request", "What a person asks for.")
    static let bolt = Port<SwitchCommand>("bolt", "The bolt.")
    static let spare = Port<SwitchCommand>("spare", "Another bolt.")
    static let ports: [PolicyPort] = [
        .input(temperature), .input(shut, required: false),
        .input(request, required: false, defaultBinding: "remote"), .output(bolt),
        .output(spare, required: false),
    ]

    static func gather(from connections: PortConnections, at now: Instant) -> Logic.Inputs {
        Logic.Inputs(
            temperature: connections.sample(temperature, at: now),
            request: connections.sample(request, at: now))
    }

    static func deliver(
        _ outputs: Logic.Outputs, through connections: PortConnections, until expiry: Instant
    ) {
        guard let isShut = outputs.isShut else { return }
        connections.sink(bolt).send(SwitchCommand(isActive: isShut), until: expiry)
    }
}

let testCatalogue = PluginRegistry(
    drivers: [AnyDriverPlugin(TestSensor.self), AnyDriverPlugin(TestBolt.self)],
    policies: [AnyPolicyPlugin(TestKeeper.self)])
