import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Core

/// One port of each kind.
private struct Sampler: Policy {
    struct Inputs: PolicyInputs {
        let temperature: Sample<Temperature>
        let flap: Sample<Contact>?
        let presses: [Event<SwitchCommand>]
        let responses: [Response]?
        let answeredAt: Instant?
        let requests: [Event<Request>]

        init(_ port: InputReader) {
            temperature = port.sample("temperature", "How warm it is.")
            flap = port.sample(optional: "flap", "The flap.")
            presses = port.events("button", required: false, "The button.")
            responses = port.responses(of: "buzzer")
            answeredAt = port.lastAnswer(of: "bolt", SwitchCommand.self)
            requests = port.requests()
        }
    }

    struct Outputs: PolicyOutputs {
        let bolt: SwitchCommand?
        var beep: OutgoingRequest?
        var reason = IdleOutputs.State.quiet

        static func declare(_ port: OutputPorts<Outputs>) {
            port.command("bolt", "The bolt.") { $0.bolt }
            port.request("buzzer", of: ["beep"], required: false, "What it does once.") { $0.beep }
        }
    }

    enum Request: PluginRequest {
        case go

        static let declarations: [RequestDeclaration<Request>] = [.init("go", "Go.", .go)]
    }

    static let name = "sampler"
    static let summary = "For tests."
    static let defaultPeriod = Duration.seconds(1)

    init(settings: NoSettings) {}
    mutating func step(_ inputs: Inputs, by settings: NoSettings, at now: Instant) -> Outputs {
        Outputs(bolt: nil)
    }
}

/// A mistake in its declarations, of the sort of its settings.
private struct Mistaken: Policy {
    struct Settings: PluginSettings {
        let mistake: String

        init(_ read: SettingsReader) {
            mistake = read(required: "mistake", .text("a mistake"), "Which.")
        }
    }

    typealias Outputs = IdleOutputs
    typealias Request = Sampler.Request

    struct Inputs: Codable, Equatable, Sendable {}

    static let name = "mistaken"
    static let summary = "For tests."
    static let defaultPeriod = Duration.seconds(1)

    static func inputs(_ port: InputReader, _ settings: Settings) -> Inputs {
        switch settings.mistake {
        case "twice":
            for _ in 1...2 { let _: Sample<Contact>? = port.sample(optional: "flap", "The flap.") }
        case "of both sides":
            let _: Sample<Contact>? = port.sample(optional: "bolt", "The bolt.")
        case "refers to nothing": _ = port.responses(of: "buzzre")
        case "of another type": _ = port.lastAnswer(of: "bolt", ServoCommand.self)
        case "requests of another":
            let _: [Event<TestBuzzer.Request>] = port.requests()
            return Inputs()
        default: return Inputs()
        }
        let _: [Event<Request>] = port.requests()
        return Inputs()
    }

    static func outputs(_ port: OutputPorts<IdleOutputs>, _ settings: Settings) {
        port.command("bolt", "The bolt.") { _ -> SwitchCommand? in nil }
    }

    init(settings: Settings) {}
    mutating func step(
        _ inputs: Inputs, by settings: Settings, at now: Instant
    ) -> IdleOutputs {
        IdleOutputs(reason: .quiet)
    }
}

@Suite struct PolicyPortsTests {
    private let now = Instant(nanoseconds: 9_000_000_000)
    private let source = Source<Temperature>()
    private let sink = Sink<SwitchCommand>()
    private let settings = SettingsReader.defaults(of: NoSettings.self)

    private func connect(
        _ more: [String: any Endpoint] = [:]
    ) throws(PlainError) -> PortBench<Sampler> {
        let own: [String: any Endpoint] = ["temperature": source, "bolt": sink]
        return try PortBench(settings, own.merging(more) { $1 })
    }

    @Test("the declaration of a policy's ports is what reads them") func described() {
        let ports = Sampler.ports
        #expect(ports.map(\.name) == ["temperature", "flap", "button", "bolt", "buzzer"])
        #expect(ports.map(\.flow) == [.state, .state, .eventsOut, .command, .requests])
        #expect(ports.map(\.isRequired) == [true, false, false, true, false])
        #expect(ports.first?.kind == "temperature")
    }

    @Test("a port leads to the end that it is connected to") func connected() throws {
        let ports = try connect()
        source.publish(Temperature(celsius: 3), at: now)
        #expect(ports.inputs(at: now).temperature.good == Temperature(celsius: 3))
        ports.deliver(Sampler.Outputs(bolt: .active), until: now)
        #expect(sink.current(at: now) == .active)
        #expect(ports.inputs(at: now).answeredAt == nil)
        sink.noteAnswer(at: now)
        #expect(ports.inputs(at: now).answeredAt == now)
    }

    @Test("an output that a step leaves alone is not commanded") func leftAlone() throws {
        try connect().deliver(Sampler.Outputs(bolt: nil), until: now)
        #expect(sink.last == nil)
    }

    @Test("what may be left out and is not connected is nil, or never filled") func leftOut() throws
    {
        let inputs = try connect().inputs(at: now)
        #expect(inputs.flap == nil)
        #expect(inputs.responses == nil)
        #expect(inputs.presses.isEmpty)
        #expect(inputs.requests.isEmpty)
    }

    @Test("the requests of a step are read in that step only") func requests() throws {
        let ports = try connect()
        let event = Event(
            number: 4, value: Sampler.Request.go, postedAt: now, origin: .person)
        #expect(ports.inputs([event], at: now).requests == [event])
        #expect(ports.inputs(at: now).requests.isEmpty)
    }

    @Test("a port that is connected to nothing, or to something else, is an error at the start")
    func wrong() {
        let missing = thrownError(PlainError.self) {
            _ = try PortBench<Sampler>(settings, [:])
        }
        #expect(
            missing?.description == "policy sampler: \"temperature\" is connected to nothing; "
                + "\"bolt\" is connected to nothing")
        let other = thrownError(PlainError.self) {
            _ = try connect(["flap": Source<Temperature>()])
        }
        #expect(
            other?.description
                == "policy sampler: \"flap\" is connected to a source of temperature")
    }

    @Test(
        "a mistake in the declarations is an error at the start",
        arguments: [
            ("twice", "\"flap\" is declared twice"),
            ("of both sides", "\"bolt\" is declared twice"),
            ("refers to nothing", "an input refers to \"buzzre\", which is not an output"),
            ("of another type", "an input refers to \"bolt\", which is an output of another type"),
            ("requests of another", "its inputs read the requests of another policy"),
            ("requests of nobody", "its inputs do not read the requests that it takes"),
        ])
    func mistaken(mistake: String, error: String) throws {
        let settings = try SettingsReader.read(
            Mistaken.Settings.self, from: ["mistake": .string(mistake)], at: SettingPath(""))
        let found = thrownError(PlainError.self) {
            _ = try PortBench<Mistaken>(
                settings,
                ["bolt": sink, "flap": Source<Contact>()])
        }
        #expect(found?.description.contains(error) == true, "\(found?.description ?? "none")")
    }

    @Test("a driver's events reach the policy that is connected") func events() throws {
        let events = EventSource<SwitchCommand>()
        let ports = try connect(["button": events])
        events.publish(.active, from: EventOrigin("driver button"), at: now)
        #expect(ports.inputs(at: now).presses.map(\.value) == [.active])
        #expect(ports.inputs(at: now).presses.isEmpty)
    }

    @Test("a look at what would be read takes no event") func glimpse() throws {
        let events = EventSource<SwitchCommand>()
        let ports = try connect(["button": events])
        source.publish(Temperature(celsius: 3), at: now)
        events.publish(.active, from: EventOrigin("driver button"), at: now)
        let seen = Sampler.glimpse(
            settings,
            at: PortConnections(["temperature": source, "bolt": sink, "button": events]), now)
        #expect(seen.temperature.good == Temperature(celsius: 3))
        #expect(seen.presses.isEmpty)
        #expect(ports.inputs(at: now).presses.count == 1)
    }
}

@Suite struct CommandWriterTests {
    private let now = Instant(nanoseconds: 9_000_000_000)

    @Test("the commands of a writer that was replaced have no effect any more") func replaced() {
        let sink = Sink<SwitchCommand>()
        let told = EventLog()
        sink.attach { told.note("\($0.command)") }
        let old = sink.makeWriter()
        #expect(old.send(.active, until: now))
        let new = sink.makeWriter()
        #expect(!old.send(.inactive, until: now + .seconds(9)))
        // Also not before the new one has said anything.
        #expect(sink.current(at: now) == .active)
        #expect(new.send(.inactive, until: now))
        #expect(!old.send(.active, until: now))
        #expect(sink.current(at: now) == .inactive)
        #expect(told.entries == ["active", "inactive"])
    }

    @Test("a driver that is restarted sees no old command, and the writer goes on") func restart() {
        let sink = Sink<SwitchCommand>()
        let writer = sink.makeWriter()
        writer.send(.active, until: now + .seconds(9))
        sink.invalidate(because: "it is gone", at: .zero)
        #expect(sink.current(at: now) == nil)
        #expect(writer.send(.active, until: now + .seconds(9)))
        #expect(sink.current(at: now) == .active)
    }
}
