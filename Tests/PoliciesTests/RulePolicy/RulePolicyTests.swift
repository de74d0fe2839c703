import JSON
import Rules
import Settings
import TestSupport
import Testing
import Values

@testable import Core
@testable import Policies

/// A board with a thermometer, two contacts, a button, a hygrometer and outputs of all kinds.
private enum TestBoard: DriverPlugin {
    static let name = "board"
    static let summary = "Has everything."
    static let temperature = Port<Temperature>("temperature", "Warmth.")
    static let humidity = Port<Measurement>("humidity", "Damp.")
    static let rain = Port<Contact>("rain", "Rain.")
    static let presses = Port<ButtonPress>("presses", "A button.")
    static let fan = Port<SwitchCommand>("fan", "A switch.")
    static let lamp = Port<Level>("lamp", "A dimmer.")
    static let flap = Port<ServoCommand>("flap", "A servo.")
    static let bolt = Port<SwitchCommand>("bolt", "A bolt that the driver guards.")
    static let valve = Port<SwitchCommand>("valve", "Keeps what it was told last.")
    static let ports: [DriverPort] = [
        .source(temperature), .source(humidity, of: .humidity), .source(rain), .events(presses),
        .sink(fan), .sink(lamp), .sink(flap),
        .sink(bolt, isGuarded: true), .sink(valve),
    ]

    static func commandLimits(_ settings: Settings) -> [String: CommandLimits] {
        ["valve": CommandLimits(unattended: .holds(key: "on_lease_end"))]
    }

    struct Settings: PluginSettings {
        init(_ read: SettingsReader) {}
    }

    private struct Board: Driver {
        func close() {}
    }

    static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver { Board() }
}

/// A switch that cannot be dimmed.
private enum TestSwitch: DriverPlugin {
    static let name = "switch"
    static let summary = "On or off."
    static let ports: [DriverPort] = [.sink(TestBoard.fan)]

    struct Settings: PluginSettings {
        init(_ read: SettingsReader) {}
    }

    private struct Switch: Driver {
        func close() {}
    }

    static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver { Switch() }
}

/// A policy that can be asked to lock, and refuses while it is told to.
private struct TestDoor: Policy {
    struct Settings: PluginSettings {
        let isStuck: Bool
        init(_ read: SettingsReader) {
            isStuck = read("stuck", .bool, default: false, "Refuses all.", protects: .nothing)
        }
    }

    enum Request: PluginRequest {
        case lock(for: Duration), blast
        static let declarations: [RequestDeclaration<Request>] = [
            .init("lock", "Lock.", Lock.self) { .lock(for: $0.time) },
            .init("blast", "Open by force.", .blast, effect: .hazardous),
        ]
    }

    struct Lock: PluginSettings {
        let time: Duration
        init(_ read: SettingsReader) {
            time = read(
                "for", .duration(.seconds(1) ... .seconds(7200)), default: .seconds(60), "How long."
            )
        }
    }

    struct Inputs: PolicyInputs {
        let requests: [Event<Request>]
        init(_ port: InputReader) { requests = port.requests() }
    }

    struct Outputs: PolicyOutputs {
        struct Why: Reason {
            let seconds: Double
            var code: String { seconds > 0 ? "locked" : "open" }
            var description: String { "\(code) for \(seconds)" }
        }
        let reason: Why
        let responses: [Response]
    }

    static let name = "door"
    static let summary = "Locks."
    static let defaultPeriod = Duration.seconds(1)
    private var seconds = 0.0

    init(settings: Settings) {}

    mutating func step(_ inputs: Inputs, by settings: Settings, at now: Instant) -> Outputs {
        var responses: [Response] = []
        for request in inputs.requests {
            guard case .lock(let time) = request.value, !settings.isStuck else {
                responses.append(Response(to: request.number, .refused, "it is stuck"))
                continue
            }
            seconds = time.seconds
            responses.append(Response(to: request.number, .done, "locked"))
        }
        return Outputs(reason: Outputs.Why(seconds: seconds), responses: responses)
    }
}

/// A policy that was made for one output.
private struct TestBell: Policy {
    struct Settings: PluginSettings {
        init(_ read: SettingsReader) {}
    }

    struct Inputs: PolicyInputs {
        init(_ port: InputReader) {}
    }

    struct Outputs: PolicyOutputs {
        let reason: TestDoor.Outputs.Why
    }

    static let name = "bell"
    static let summary = "Rings."
    static let defaultPeriod = Duration.seconds(1)

    static func outputs(_ port: OutputPorts<Outputs>, _ settings: Settings) {
        port.command("bell", "A bell.") { _ -> SwitchCommand? in nil }
    }

    init(settings: Settings) {}

    mutating func step(_ inputs: Inputs, by settings: Settings, at now: Instant) -> Outputs {
        Outputs(reason: TestDoor.Outputs.Why(seconds: 0))
    }
}

private struct NoMemories: PolicyMemoryStore {
    func load(_ policy: String) -> PolicyMemory? { nil }
    func save(_ memory: PolicyMemory, of policy: String) throws(PlainError) {}
}

/// Rules in the service: their ports come from names, and everything that a policy has they have, too.
@Suite struct RulePolicyTests {
    private static let registry = PluginRegistry(
        drivers: [TestBoard.self, TestSwitch.self],
        policies: [TestDoor.self, TestBell.self, RulePolicy.self])
    private static let cooling =
        #"{"name": "cooling", "when": "room > 28 °C", "until": "room < 26 °C", "set": {"fan": "on"}}"#

    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()

    private func text(
        _ rules: String, inputs: String = #""room": "board.temperature""#,
        outputs: String = #""fan": "board.fan""#, door: String = "", beside: String = ""
    ) -> String {
        """
        {"drivers": {"board": {"driver": "board"}},
         "policies": {"door": {"policy": "door"\(door)},
          "air": {"policy": "rules", "inputs": {\(inputs)}, "outputs": {\(outputs)},
           "rules": [\(rules)]}\(beside)}}
        """
    }

    private func configuration(_ text: String) throws(ConfigurationErrors) -> Configuration {
        try ConfigurationReader.read(Array(text.utf8), registry: Self.registry)
    }

    private func running(_ text: String) throws -> Supervisor {
        let supervisor = try Supervisor(
            try configuration(text), scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), memories: NoMemories(),
            onStopped: { _ in })
        supervisor.start()
        return supervisor
    }

    private func errors(_ text: String) -> String {
        let errors = thrownError(ConfigurationErrors.self) { _ = try configuration(text) }
        return ConfigurationText(name: "house.json", Array(text.utf8))
            .report(errors ?? ConfigurationErrors([])).joined(separator: "\n")
    }

    private func warm(_ supervisor: Supervisor, _ celsius: Double) {
        supervisor.connections(ofDriver: "board")?.source(TestBoard.temperature)
            .publish(Temperature(celsius: celsius), at: clock.now)
        clock.advance(by: .seconds(2))
    }

    private func fan(_ supervisor: Supervisor) -> SwitchCommand? {
        supervisor.connections(ofDriver: "board")?.sink(TestBoard.fan).current(at: clock.now)
    }

    private func reason(_ supervisor: Supervisor, _ name: String = "air") -> String? {
        supervisor.status(at: clock.now).policy(name)?.reason?.code
    }

    // MARK: Ports

    @Test(
        "what an input carries follows from its unit, and something else there is refused in its place"
    )
    func kinds() {
        #expect(errors(text(Self.cooling)) == "")
        let damp = #"{"name": "a", "when": "room > 80 %", "set": {"fan": "on"}}"#
        #expect(errors(text(damp, inputs: #""room": "board.humidity""#)) == "")
        for (rules, inputs, outputs, told) in [
            (
                damp, #""room": "board.temperature""#, #""fan": "board.fan""#,
                "is a source of temperature"
            ),
            (
                Self.cooling, #""room": "board.humidity""#, #""fan": "board.fan""#,
                "measurement of temperature"
            ),
            (
                Self.cooling, #""room": "board.rain""#, #""fan": "board.fan""#,
                "is a source of contact"
            ),
            (
                Self.cooling, #""room": "board.temperature""#, #""fan": "board.flap""#,
                "is a sink of servo-command"
            ),
            (
                Self.cooling, #""rom": "board.temperature""#, #""fan": "board.fan""#,
                #"no port here is called "rom""#
            ),
            (Self.cooling, "", #""fan": "board.fan""#, "no driver is called so"),
            (
                #"{"name": "a", "when": "after 07:00", "set": {"fan": "on"}}"#, "",
                #""fan": "board.fan""#, "a rule needs the time"
            ),
        ] {
            let report = errors(text(rules, inputs: inputs, outputs: outputs))
            #expect(report.contains(told), "\(told): \(report)")
        }
        let nowhere = errors(text(Self.cooling, inputs: ""))
        #expect(nowhere.contains("house.json:4:"), "\(nowhere)")
    }

    @Test("a mistake in a rule is told alone: which ports there are is not known then")
    func mistakeAlone() {
        let report = errors(
            text(#"{"name": "a", "when": "rain is weet", "set": {"fan": "on"}}"#))
        #expect(report.contains("house.json:4:") && report.contains("Did you mean \"wet\"?"))
        #expect(!report.contains("no port here"), "\(report)")
    }

    @Test("a word of the language is refused as the name of an input where it is bound, too")
    func keptPort() {
        let report = errors(
            text(Self.cooling, inputs: #""room": "board.temperature", "after": "board.rain""#))
        #expect(report.contains(#""after" is a word of this policy's language"#), "\(report)")
        #expect(!report.contains("Known:"), "\(report)")
    }

    @Test("what does not fit a driver of the same name is told where the rule names it")
    func namesakeMistakes() {
        let report = errors(
            #"""
            {"drivers": {"lamp": {"driver": "switch"}},
             "policies": {"air": {
              "policy": "rules",
              "rules": [
               {"name": "a", "when": "always",
                "set": {"lamp": "40 %"}}]}}}
            """#)
        #expect(report.hasPrefix("house.json:6:"), "\(report)")
        #expect(report.contains("lamp does not take a level"), "\(report)")
    }

    @Test("a bare number where a ratio is measured is refused, with the percent that is meant")
    func bareRatio() {
        let report = errors(
            text(
                #"{"name": "a", "when": "damp < 35", "set": {"fan": "on"}}"#,
                inputs: #""damp": "board.humidity""#))
        #expect(report.contains("It is compared with 35, which has no unit"), "\(report)")
        #expect(report.contains(#"of a share write "35 %""#), "\(report)")
    }

    @Test("a name that no binding mentions stands at the driver of that name") func namesake()
        throws
    {
        let text = #"""
            {"drivers": {"board": {"driver": "board"}},
             "policies": {"air": {"policy": "rules", "outputs": {"fan": "board.fan"},
              "rules": [{"name": "a", "when": "board > 28 °C", "set": {"fan": "on"}}]}}}
            """#
        let entry = try #require(try configuration(text).policies.first)
        #expect(entry.bindings["board"] == PortAddress(driver: "board", port: "temperature"))
        #expect(entry.bindings["fan"] == PortAddress(driver: "board", port: "fan"))
    }

    @Test("on and off go to a switch and to a dimmer, a level to a dimmer, an angle to a servo")
    func outputs() throws {
        let rules = #"""
            {"name": "a", "when": "rain is wet", "set": {"lamp": "40 %", "flap": "90 deg", "fan": "blink"}, "priority": 1},
            {"name": "b", "on": "button.press", "set": {"lamp": "on"}, "for": "10 s", "priority": 2}
            """#
        let supervisor = try running(
            text(
                rules, inputs: #""rain": "board", "button": "board""#,
                outputs: #""lamp": "board", "flap": "board", "fan": "board.fan""#))
        let board = try #require(supervisor.connections(ofDriver: "board"))
        board.source(TestBoard.rain).publish(Contact(isActive: true), at: clock.now)
        clock.advance(by: .seconds(2))
        #expect(board.sink(TestBoard.lamp).current(at: clock.now) == Level(0.4))
        #expect(board.sink(TestBoard.flap).current(at: clock.now) == .move(to: .degrees(90)))
        #expect(board.sink(TestBoard.fan).current(at: clock.now) == .pattern(.blink))
        board.events(TestBoard.presses).publish(
            .press, from: EventOrigin("driver board"), at: clock.now)
        clock.advance(by: .seconds(2))
        #expect(board.sink(TestBoard.lamp).current(at: clock.now) == .full)
        #expect(reason(supervisor) == "b+a")
        supervisor.stop(because: "the test is over")
    }

    @Test("what no rule sets is let go at once, with no wait for the end of a lease") func letsGo()
        throws
    {
        let supervisor = try running(text(Self.cooling))
        warm(supervisor, 29)
        #expect(fan(supervisor) == .active && reason(supervisor) == "cooling")
        warm(supervisor, 25)
        #expect(fan(supervisor) == nil && reason(supervisor) == "idle")
        supervisor.stop(because: "the test is over")
    }

    @Test(
        "an output is refused that its driver or the file guards, that keeps its last command, or that belongs to another policy"
    )
    func guarded() throws {
        func report(_ output: String, drivers: String = "", beside: String = "", run: String = "")
            -> String
        {
            errors(
                """
                {"drivers": {"board": {"driver": "board"\(drivers)}},\(run)
                 "policies": {"air": {"policy": "rules", "inputs": {"room": "board.temperature"}, "outputs": {"fan": "board.\(output)"},
                   "rules": [\(Self.cooling)]}\(beside)}}
                """)
        }
        #expect(report("fan") == "")
        #expect(
            report("bolt").contains("board.bolt is guarded: only a policy made for it commands it"))
        #expect(
            report("fan", drivers: #", "guarded": ["fan"]"#).contains(
                "board.fan is guarded: only a policy made for it commands it"))
        #expect(report("valve").contains("has no safe level to go to"))
        let bell = #", "bell": {"policy": "bell", "outputs": {"bell": "board.fan"}}"#
        for run in ["", #" "run": ["air"],"#, #" "run": ["bell"],"#] {
            let report = report("fan", beside: bell, run: run)
            #expect(
                report.contains(
                    "board.fan is commanded by the policy \"bell\", which is made for it"),
                "\(run): \(report)")
        }
        // Two policies by rules at one output: one of them may rest.
        let other =
            #", "more": {"policy": "rules", "inputs": {"room": "board.temperature"}, "outputs": {"fan": "board.fan"}, "rules": [\#(Self.cooling)]}"#
        #expect(report("fan", beside: other, run: #" "run": ["air"],"#) == "")
        #expect(report("fan", beside: other).contains("already takes commands"))
    }

    @Test("who needs the time names a clock, and counting since a start needs none")
    func needsClock() {
        func report(_ rule: String) -> String { errors(text(rule)) }
        for rule in [
            #"{"name": "a", "when": "room > 28 °C and after 07:00", "set": {"fan": "on"}}"#,
            #"{"name": "a", "when": "room > 28 °C", "set": {"fan": "on"}, "for": "1 min", "resume": true}"#,
        ] {
            #expect(report(rule).contains("a rule needs the time"), "\(report(rule))")
        }
        #expect(
            report(
                #"{"name": "a", "every": "1 h", "when": "room > 28 °C", "set": {"fan": "on"}, "for": "1 min", "at_most": "4 a day"}"#
            ) == "")
    }

    // MARK: Change, restart, records

    @Test("roost apply takes other rules over with no gap in a command") func applied() throws {
        let supervisor = try running(text(Self.cooling))
        warm(supervisor, 29)
        let other = text(
            Self.cooling.replacing("26", with: "20")
                + #", {"name": "wet", "when": "damp > 80 %", "set": {"lamp": "on"}}"#,
            inputs: #""room": "board.temperature", "damp": "board.humidity""#,
            outputs: #""fan": "board.fan", "lamp": "board.lamp""#)
        _ = try supervisor.apply(try configuration(other))
        #expect(fan(supervisor) == .active)
        warm(supervisor, 25)
        #expect(fan(supervisor) == .active, "it goes on until 20 °C now")
        warm(supervisor, 19)
        #expect(fan(supervisor) == nil)
        supervisor.stop(because: "the test is over")
    }

    @Test("what is decided is recorded by the names of the rules, and a replay decides the same")
    func replayed() throws {
        let entry = try #require(
            try configuration(text(Self.cooling)).policies.first { $0.name == "air" })
        let source = Source<Temperature>()
        let settings = JSONValue.object(entry.settingsAsWritten)
        let policy = try RulePolicy.instance(
            name: "air", settings, PortConnections(["room": source, "fan": Sink<SwitchCommand>()]),
            memories: NoMemories(), scheduler: clock, log: Log(MemoryLog(), source: "air"))
        let tape = RulePolicy.makeTape(capacity: 8)
        policy.observe(tape)
        var now = clock.now
        for celsius in [20.0, 29, 27, 25] {
            now = now + .seconds(1)
            source.publish(Temperature(celsius: celsius), at: now)
            _ = policy.step(at: now, lease: .seconds(5))
        }
        var replay = try RulePolicy.replay(settings, resuming: nil)
        var codes: [String] = []
        #expect(tape.takeOver() == 0)
        while tape.nextStepAt != nil, let step = tape.next() {
            let (inputs, outputs) = (try #require(step.inputs), try #require(step.outputs))
            #expect(inputs["room"]?["value"]?["unit"] == "°C")
            #expect(["safe", "on"].contains(outputs["fan"]))
            let again = try replay.step(inputs, at: step.at, comparing: outputs)
            #expect(again.isSame == true)
            codes.append(again.reason.code)
        }
        #expect(codes == ["idle", "cooling", "cooling", "idle"])
    }

    @Test("roost why finds the figure with which it would have decided otherwise") func variables()
        throws
    {
        let entry = try #require(
            try configuration(text(Self.cooling)).policies.first { $0.name == "air" })
        let settings = JSONValue.object(entry.settingsAsWritten)
        let port = try #require(RulePolicy.ports(of: settings).first { $0.name == "room" })
        #expect(port.variables().map(\.path) == [["value"]])
        let replay = try RulePolicy.replay(settings, resuming: nil)
        let now = clock.now
        let warm = { (celsius: Double) -> JSONValue? in
            let sample = Measurement(.temperature, celsius).map {
                Sample.good(Reading.measurement($0), at: now)
            }
            return sample.flatMap { JSONValue(encoding: ["room": $0]) }
        }
        let trial = try replay.trial(by: try #require(warm(27)), at: now)
        #expect(trial.decided.code == "idle")
        let other = try trial.otherDecision(by: try #require(warm(28.1)), with: nil)
        #expect(other?.code == "cooling")
    }

    // MARK: Asking others

    private static let rain =
        #"{"name": "rain", "when": "rain is wet", "ask": {"door": "lock for=1h"}, "at_most": "4 a day"}"#

    @Test("a rule asks another policy by the words of roost send, and a refusal is its reason")
    func asks() throws {
        let supervisor = try running(text(Self.rain, inputs: #""rain": "board""#, outputs: ""))
        let board = try #require(supervisor.connections(ofDriver: "board"))
        board.source(TestBoard.rain).publish(Contact(isActive: true), at: clock.now)
        clock.advance(by: .seconds(3))
        #expect(reason(supervisor, "door") == "locked" && reason(supervisor) == "rain")
        #expect(
            supervisor.status(at: clock.now).policy("door")?.reason?.text == "locked for 3600.0")
        #expect(log.lines.contains { $0.contains("asked by policy air of door: lock for=1h") })
        let stuck = text(
            Self.rain, inputs: #""rain": "board""#, outputs: "", door: #", "stuck": true"#)
        _ = try supervisor.apply(try configuration(stuck))
        board.source(TestBoard.rain).publish(Contact(isActive: false), at: clock.now)
        clock.advance(by: .seconds(2))
        board.source(TestBoard.rain).publish(Contact(isActive: true), at: clock.now)
        clock.advance(by: .seconds(4))
        #expect(reason(supervisor) == "rain-refused+rain")
        supervisor.stop(because: "the test is over")
    }

    @Test(
        "what a plugin does not take, and what can hurt, is refused before anything starts",
        arguments: [
            (#"{"door": "lok"}"#, #"Did you mean "lock"?"#),
            (#"{"door": "lock for=1 parsec"}"#, "there is no argument"),
            (#"{"door": "lock for=1week"}"#, "unknown unit"),
            (#"{"dor": "lock"}"#, #"Did you mean "door"?"#),
            (#"{"door": "blast"}"#, "only a person asks for it"),
            (#"{"board": "lock"}"#, "takes no request"),
            (#"{"air": "rule rain paused"}"#, "in a circle: air → air"),
        ])
    func refusedAsks(ask: String, told: String) {
        let rule = #"{"name": "rain", "when": "rain is wet", "ask": \#(ask)}"#
        let report = errors(text(rule, inputs: #""rain": "board""#, outputs: ""))
        #expect(report.contains(told), "\(report)")
        #expect(report.contains("rules[0].ask."), "\(report)")
    }

    @Test("policies that ask each other in a circle are refused unless one of them is bounded")
    func circle() {
        func house(_ bound: String) -> String {
            text(
                #"{"name": "a", "when": "rain is wet", "ask": {"other": "rule b paused"}\#(bound)}"#,
                inputs: #""rain": "board""#, outputs: "",
                beside:
                    #", "other": {"policy": "rules", "inputs": {"wet": "board"}, "rules": [{"name": "b", "when": "wet is wet", "ask": {"air": "rule a auto"}}]}"#
            )
        }
        #expect(errors(house("")).contains("in a circle: air → other → air"))
        #expect(errors(house(#", "at_most": "4 an hour""#)) == "")
    }

    // MARK: What people should look at

    private func remarks(
        _ rules: String, inputs: String = #""room": "board.temperature""#,
        outputs: String = #""fan": "board.fan""#
    ) throws -> [String] {
        try configuration(text(rules, inputs: inputs, outputs: outputs)).remarks
    }

    @Test("roost check looks at figures with no way back") func figures() throws {
        let remarks = try remarks(
            #"""
            {"name": "bare", "when": "room > 28 °C", "set": {"fan": "on"}, "priority": 1},
            {"name": "held", "when": "room > 28 °C", "set": {"fan": "on"}, "priority": 2, "at_least": "5 min"},
            {"name": "dwell", "when": "damp > 28 % since 2 min", "alert": "x"},
            {"name": "meeting", "when": "room > 28 °C", "until": "room < 28 °C", "alert": "x"},
            {"name": "further", "when": "room < 12 °C", "until": "room < 10 °C", "alert": "x"},
            {"name": "band", "when": "damp > 20 %", "until": "damp < 10 %", "set": {"lamp": "on"}}
            """#, inputs: #""room": "board.temperature", "damp": "board.humidity""#,
            outputs: #""fan": "board.fan", "lamp": "board.lamp""#)
        #expect(remarks.count == 3, "\(remarks)")
        #expect(remarks.contains { $0.contains("rules[0] (bare)") && $0.contains("no way back") })
        #expect(remarks.contains { $0.contains("(meeting)") && $0.contains("leave a gap") })
        #expect(remarks.contains { $0.contains("(further)") && $0.contains("on the same side") })
    }

    @Test("roost check looks at an output that changes what its rule goes by, unless that is meant")
    func chase() throws {
        let dwell = #""when": "room > 28 °C since 2 min", "set": {"fan": "on"}"#
        let found = try remarks(#"{"name": "a", \#(dwell)}"#)
        #expect(found.count == 1)
        #expect(found.first?.contains("it sets \"fan\" by \"room\", which that may change") == true)
        for end in [
            #""until": "room < 26 °C""#, #""until": "rain is dry""#, #""for": "1 min""#,
            #""at_least": "5 min""#,
        ] {
            let inputs =
                #""room": "board.temperature""#
                + (end.contains("rain") ? #", "rain": "board.rain""# : "")
            #expect(try remarks(#"{"name": "a", \#(dwell), \#(end)}"#, inputs: inputs) == [])
        }
    }
}
