@testable import Core
import JSON
import Settings
import TestSupport
import Values

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
struct TestKeeper: CheckedPolicy, DetailedPolicy {
    static let name = "keeper"
    static let summary = "Shuts the bolt when it is cold."
    static let defaultPeriod = Duration.milliseconds(100)

    struct Settings: PluginSettings {
        let coldest: Temperature
        let fence: Double
        let plan: String?

        init(_ read: SettingsReader) {
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
    struct Inputs: PolicyInputs {
        let temperature: Sample<Temperature>
        let requests: [Event<Request>]

        init(temperature: Sample<Temperature>, requests: [Event<Request>]) {
            (self.temperature, self.requests) = (temperature, requests)
        }

        init(_ port: InputReader) {
            temperature = port.sample("temperature", "How warm it is.")
            let _: Sample<Contact>? = port.sample(optional: "shut", "Whether the bolt is out.")
            requests = port.requests()
        }
    }
    struct Outputs: PolicyOutputs {
        let isShut: Bool?
        let reason: Why
        let responses: [Response]

        static func declare(_ port: OutputPorts<Outputs>) {
            port.command("bolt", "The bolt.") { $0.isShut.map { SwitchCommand(isActive: $0) } }
            port.command(optional: "spare", "Another bolt.") { _ -> SwitchCommand? in nil }
        }
    }
    enum Request: PluginRequest {
        case shut, open
        case warn(below: Temperature)

        static let declarations: [RequestDeclaration<Request>] = [
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
    enum Why: Reason {
        case cold(Temperature), warm(Temperature), unknown, broken

        var isFailsafe: Bool { self == .broken }

        var code: String {
            switch self {
            case .broken: "broken"
            case .cold: "cold"
            case .warm: "warm"
            case .unknown: "unknown"
            }
        }
        var description: String {
            switch self {
            case .broken: "its plan is broken"
            case .cold(let temperature): "cold: \(temperature.celsius)"
            case .warm(let temperature): "warm: \(temperature.celsius)"
            case .unknown: "no temperature"
            }
        }
    }

    private var latest: Temperature?

    init(settings: Settings) {}

    func successor(by new: Settings, after old: Settings) throws(PlainError) -> Self {
        guard new.coldest > Temperature(celsius: -20) else {
            throw PlainError("nobody keeps anything that cold; until it is warmer")
        }
        return Self(settings: new)
    }

    /// Frost stands for a flight.
    var obstacleToLoosening: String? {
        (latest?.celsius ?? 0) < 0 ? "it is in the air; until it has landed" : nil
    }

    func checks(by settings: Settings, at now: Instant) -> [Check] {
        latest.map {
            [
                Check(
                    "warmth", measured: $0.description, limit: "at least -20 °C",
                    obstacles: [])
            ]
        } ?? []
    }

    func details(by settings: Settings, at now: Instant) -> JSONValue? {
        ["asked_at_seconds": .number((now - .zero).seconds)]
    }

    mutating func step(_ inputs: Inputs, by settings: Settings, at now: Instant) -> Outputs {
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

let testRegistry = PluginRegistry(
    drivers: [TestSensor.self, TestBolt.self],
    policies: [TestKeeper.self])
