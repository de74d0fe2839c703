import Core
import JSON
import Settings
import Values

/// Settings for a plugin that has none.
package struct NoSettings: PluginSettings {
    package init(_ read: SettingsReader) {}
}

// Plugins as a configuration names them.

/// Gives a temperature.
package enum TestSensor: DriverPlugin {
    package struct Settings: PluginSettings {
        package let interval: Duration

        package init(_ read: SettingsReader) {
            interval = read(
                "every", .duration(.seconds(1) ... .seconds(60)), default: .seconds(10),
                "How often it is read.")
        }
    }

    package static let name = "sensor"
    package static let summary = "Gives a temperature."
    package static let temperature = Port<Temperature>("temperature", "How warm it is.")
    package static let ports: [DriverPort] = [.source(temperature)]

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        context.source(temperature).publish(
            Temperature(celsius: 21), at: context.scheduler.now)
        return TestDriver()
    }
}

/// Takes a command and has two contacts, so that "a contact of it" is ambiguous.
package enum TestBolt: DriverPlugin {
    package static let name = "bolt"
    package static let summary = "Takes a command and has two contacts."
    package static let command = Port<SwitchCommand>("command", "Whether it is shut.")
    package static let open = Port<Contact>("open", "Closed when the bolt is drawn back.")
    package static let shut = Port<Contact>("shut", "Closed when the bolt is out.")
    package static let ports: [DriverPort] = [.sink(command), .source(open), .source(shut)]

    package static func start(
        _ settings: NoSettings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        TestDriver()
    }
}

private struct TestDriver: Driver {
    func close() {}
}

/// Shuts the bolt when it is cold; a person may ask otherwise.
package struct TestKeeper: CheckedPolicy, DetailedPolicy {
    package static let name = "keeper"
    package static let summary = "Shuts the bolt when it is cold."
    package static let defaultPeriod = Duration.milliseconds(100)

    package struct Settings: PluginSettings {
        package let coldest: Temperature
        package let fence: Double
        package let plan: String?

        package init(_ read: SettingsReader) {
            fence = read(
                "fence", .number(1...1000), default: 30, "How far it may go.",
                protects: .smaller)
            plan = read(
                optional: "plan", .text("a plan"), "Where it goes.", protects: .task)
            coldest = read(
                "coldest", .temperature(-20...20), default: Temperature(celsius: 5),
                "Below this the bolt is shut.")
        }
    }
    package struct Inputs: PolicyInputs {
        package let temperature: Sample<Temperature>
        package let requests: [Event<Request>]

        package init(temperature: Sample<Temperature>, requests: [Event<Request>]) {
            (self.temperature, self.requests) = (temperature, requests)
        }

        package init(_ port: InputReader) {
            temperature = port.sample("temperature", "How warm it is.")
            let _: Sample<Contact>? = port.sample(optional: "shut", "Whether the bolt is out.")
            requests = port.requests()
        }
    }
    package struct Outputs: PolicyOutputs {
        package let isShut: Bool?
        package let reason: Why
        package let responses: [Response]

        package static func declare(_ port: OutputPorts<Outputs>) {
            port.command("bolt", "The bolt.") { $0.isShut.map { SwitchCommand(isActive: $0) } }
            port.command("spare", required: false, "Another bolt.") { _ -> SwitchCommand? in nil }
        }
    }
    package enum Request: PluginRequest {
        case shut, open
        case warn(below: Temperature)

        package static let declarations: [RequestDeclaration<Request>] = [
            .init("shut", "Shut it.", .shut, effect: .safer),
            .init("open", "Open it.", .open),
            .init("warn", "Warn below a temperature.", WarnArguments.self) {
                .warn(below: $0.limit)
            },
        ]
    }
    private struct WarnArguments: PluginSettings {
        let limit: Temperature

        init(_ read: SettingsReader) {
            limit = read(required: "below", .temperature(-20...20), "The limit.")
        }
    }
    package enum Why: Reason {
        case cold(Temperature), warm(Temperature), unknown, broken

        package var isFailsafe: Bool { self == .broken }

        package var code: String {
            switch self {
            case .broken: "broken"
            case .cold: "cold"
            case .warm: "warm"
            case .unknown: "unknown"
            }
        }
        package var description: String {
            switch self {
            case .broken: "its plan is broken"
            case .cold(let temperature): "cold: \(temperature.celsius)"
            case .warm(let temperature): "warm: \(temperature.celsius)"
            case .unknown: "no temperature"
            }
        }
    }

    private var latest: Temperature?

    package init(settings: Settings) {}

    package func successor(by new: Settings, after old: Settings) throws(PlainError) -> Self {
        guard new.coldest > Temperature(celsius: -20) else {
            throw PlainError("nobody keeps anything that cold; until it is warmer")
        }
        return Self(settings: new)
    }

    /// Frost stands for a flight.
    package var obstacleToLoosening: String? {
        (latest?.celsius ?? 0) < 0 ? "it is in the air; until it has landed" : nil
    }

    package func checks(by settings: Settings, at now: Instant) -> [Check] {
        latest.map {
            [
                Check(
                    "warmth", measured: $0.description, limit: "at least -20 °C",
                    obstacles: [])
            ]
        } ?? []
    }

    package func details(by settings: Settings, at now: Instant) -> JSONValue? {
        ["asked_at_seconds": .number((now - .zero).seconds)]
    }

    package mutating func step(_ inputs: Inputs, by settings: Settings, at now: Instant) -> Outputs
    {
        latest = inputs.temperature.value
        let responses = inputs.requests.map { request in
            switch request.value {
            case .shut: Response(to: request.number, .done, "shut")
            case .open: Response(to: request.number, .refused, "it stays shut")
            case .warn(let limit):
                Response(to: request.number, .done, "warns below \(limit.celsius)")
            }
        }
        guard let temperature = inputs.temperature.good else {
            return Outputs(isShut: nil, reason: .unknown, responses: responses)
        }
        guard settings.plan != "broken" else {
            return Outputs(isShut: nil, reason: .broken, responses: responses)
        }
        let isCold = temperature < settings.coldest
        return Outputs(
            isShut: isCold, reason: isCold ? .cold(temperature) : .warm(temperature),
            responses: responses)
    }
}

package let testRegistry = PluginRegistry(
    drivers: [TestSensor.self, TestBolt.self],
    policies: [TestKeeper.self])
