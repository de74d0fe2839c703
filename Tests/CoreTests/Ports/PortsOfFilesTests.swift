import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Core

/// Which ports there are, as a file says: `{"inputs": {"room": "temperature"}, "outputs": {"fan": "switch"}}`.
private struct Sheet: Sendable {
    private(set) var temperatures: [String] = []
    private(set) var contacts: [String] = []
    private(set) var switches: [String] = []

    init(_ file: FileText) {
        guard let json = try? JSONValue(parsing: Array(file.text.utf8)) else { return }
        for side in ["inputs", "outputs"] {
            guard case .object(let ports)? = json[side] else { continue }
            for (name, kind) in ports.sorted(by: { $0.key < $1.key }) {
                switch kind {
                case "temperature": temperatures.append(name)
                case "contact": contacts.append(name)
                default: switches.append(name)
                }
            }
        }
    }
}

private struct SheetSettings: PluginSettings {
    let sheet: Sheet

    init(_ read: SettingsReader) {
        sheet = Sheet(
            read(
                required: "sheet", .file(upTo: 4096), "The file that names its ports.",
                protects: .task))
    }
}

/// Switches all its outputs on while something is warm or a contact is closed.
private struct TestSheet: Policy {
    struct Inputs: Codable, Equatable, Sendable {
        var temperatures: [String: Sample<Temperature>] = [:]
        var contacts: [String: Sample<Contact>] = [:]
    }

    struct Outputs: PolicyOutputs {
        let isOn: Bool
        var reason = IdleOutputs.State.quiet
    }

    static let name = "sheet"
    static let summary = "Has the ports of a file."
    static let defaultPeriod = Duration.milliseconds(100)
    static let portsDependOnSettings = true

    static func inputs(_ port: InputReader, _ settings: SheetSettings) -> Inputs {
        var inputs = Inputs()
        for name in settings.sheet.temperatures {
            inputs.temperatures[name] = port.sample(name, "A temperature of the file.")
        }
        for name in settings.sheet.contacts {
            inputs.contacts[name] = port.sample(name, "A contact of the file.")
        }
        return inputs
    }

    static func outputs(_ port: OutputPorts<Outputs>, _ settings: SheetSettings) {
        for name in settings.sheet.switches {
            port.command(name, "A switch of the file.") { SwitchCommand(isActive: $0.isOn) }
        }
    }

    init(settings: SheetSettings) {}

    mutating func step(_ inputs: Inputs, by settings: SheetSettings, at now: Instant) -> Outputs {
        let isWarm = inputs.temperatures.values.contains { ($0.good?.celsius ?? 0) > 28 }
        return Outputs(
            isOn: isWarm || inputs.contacts.values.contains { $0.good?.isActive == true })
    }
}

/// A board of which a file says what is wired to it. It is warm there.
private enum TestBoard: DriverPlugin {
    static let name = "board"
    static let summary = "Has the ports of a file."
    static let ports: [DriverPort] = []

    private static func temperature(_ name: String) -> Port<Temperature> { Port(name, "Warmth.") }

    static func ports(for settings: SheetSettings) -> [DriverPort] {
        settings.sheet.temperatures.map { .source(temperature($0)) }
            + settings.sheet.contacts.map { .source(Port<Contact>($0, "A contact.")) }
            + settings.sheet.switches.map { .sink(Port<SwitchCommand>($0, "A switch.")) }
    }

    static func start(
        _ settings: SheetSettings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        for name in settings.sheet.temperatures {
            context.source(temperature(name)).publish(
                Temperature(celsius: 30), at: context.scheduler.now)
        }
        return Board()
    }

    private struct Board: Driver {
        func close() {}
    }
}

@Suite("Ports that a file names") struct PortsOfFilesTests {
    private static let registry = PluginRegistry(
        drivers: [TestBoard.self], policies: [TestSheet.self])
    private static let board = """
        {"inputs": {"north": "temperature", "door": "contact"},
         "outputs": {"first": "switch", "second": "switch"}}
        """
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))

    private func configuration(
        _ sheet: String = #"{"inputs": {"room": "temperature"}, "outputs": {"fan": "switch"}}"#,
        inputs: String = #"{"room": "board"}"#, outputs: String = #"{"fan": "board.first"}"#
    ) throws(ConfigurationErrors) -> Configuration {
        let text = """
            {"drivers": {"board": {"driver": "board", "sheet": "board.json"}},
             "policies": {"air": {"policy": "sheet", "sheet": "air.json",
              "inputs": \(inputs), "outputs": \(outputs)}}}
            """
        return try ConfigurationReader.read(
            Array(text.utf8), registry: Self.registry,
            files: { name, _ in
                FileText(name: name, text: name == "air.json" ? sheet : Self.board)
            })
    }

    @Test("they are bound, and those of a file of which nobody knows are refused") func bound()
        throws
    {
        let entry = try #require(try configuration().policies.first)
        #expect(entry.ports.map(\.name) == ["room", "fan"])
        #expect(
            entry.bindings == [
                "room": PortAddress(driver: "board", port: "north"),
                "fan": PortAddress(driver: "board", port: "first"),
            ])
        for (inputs, outputs, error) in [
            (#"{"romo": "board"}"#, #"{"fan": "board.first"}"#, #"Did you mean "room"?"#),
            (#"{}"#, #"{"fan": "board.first"}"#, "expected a driver that gives a temperature"),
            (#"{"room": "board.door"}"#, #"{"fan": "board.first"}"#, "is a source of contact"),
            (#"{"room": "board"}"#, #"{"fan": "board"}"#, #"say "board.first" or "board.second""#),
        ] {
            let found = thrownError(ConfigurationErrors.self) {
                _ = try configuration(inputs: inputs, outputs: outputs)
            }
            #expect(
                found?.description.contains(error) == true, "\(error): \(String(describing: found))"
            )
        }
    }

    @Test("the schema of such a kind leaves the names of its ports open, as no other does")
    func schema() {
        let definitions = ConfigurationSchema(
            PluginRegistry(drivers: [], policies: [TestSheet.self, TestKeeper.self])
        ).json["$defs"]
        let names = { (kind: String) in
            definitions?["policy-\(kind)"]?["properties"]?["inputs"]?["additionalProperties"]
        }
        #expect(names("sheet") == ["type": "string"])
        #expect(names("keeper") == false)
    }

    @Test("a step reads and commands them, and a change of the file moves them with no gap")
    func runs() throws {
        let supervisor = try Supervisor(
            try configuration(), scheduler: clock, log: Log(MemoryLog(), source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        clock.advance(by: .milliseconds(250))
        let sink = { (port: String) in
            supervisor.connections(ofDriver: "board")?.sink(Port<SwitchCommand>(port, ""))
        }
        #expect(sink("first")?.current(at: clock.now) == .active)
        #expect(sink("second")?.last == nil)
        _ = try supervisor.apply(
            try configuration(
                #"{"inputs": {"room": "temperature"}, "outputs": {"fan": "switch", "vent": "switch"}}"#,
                outputs: #"{"fan": "board.first", "vent": "board.second"}"#))
        #expect(sink("first")?.current(at: clock.now) == .active)
        clock.advance(by: .milliseconds(100))
        #expect(sink("first")?.current(at: clock.now) == .active)
        #expect(sink("second")?.current(at: clock.now) == .active)
        supervisor.stop(because: "the test is over")
    }

    @Test("what it decided by them is recorded, and a replay decides the same") func replayed()
        throws
    {
        let entry = try #require(try configuration().policies.first)
        let source = Source<Temperature>()
        let settings = JSONValue.object(entry.settingsAsWritten)
        let policy = try TestSheet.instance(
            name: "air", settings, PortConnections(["room": source, "fan": Sink<SwitchCommand>()]),
            memories: CounterMemories(), scheduler: clock, log: Log(MemoryLog(), source: "air"))
        let tape = TestSheet.makeTape(capacity: 8)
        policy.observe(tape)
        for celsius in [20, 30] {
            source.publish(Temperature(celsius: Double(celsius)), at: clock.now)
            _ = policy.step(at: clock.now, lease: .seconds(1))
        }
        var replay = try TestSheet.replay(settings, resuming: nil)
        var decided: [JSONValue?] = []
        #expect(tape.takeOver() == 0)
        while let at = tape.nextStepAt, let step = tape.next() {
            let (inputs, outputs) = (try #require(step.inputs), try #require(step.outputs))
            decided.append(outputs["isOn"])
            #expect(step.at == at)
            let again = try replay.step(inputs, at: step.at, comparing: outputs)
            #expect(again.isSame == true)
        }
        #expect(decided == [false, true])
    }
}
