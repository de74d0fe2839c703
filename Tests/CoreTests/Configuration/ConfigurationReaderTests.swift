@testable import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

@Suite struct ConfigurationReaderTests {
    private func read(_ text: String) throws(ConfigurationErrors) -> Configuration {
        try ConfigurationReader.read(Array(text.utf8), registry: testRegistry)
    }

    /// What is wrong with a text, as "path: message", sorted.
    private func problems(_ text: String) -> [String] {
        do throws(ConfigurationErrors) {
            _ = try read(text)
            return []
        } catch {
            return error.all.map(\.description).sorted()
        }
    }

    /// A house with two sensors and a bolt, with its policies in the place of the dots.
    private func house(_ policies: String, run: String? = nil) -> String {
        let run = run.map { ", \"run\": \($0)" } ?? ""
        return """
            {"drivers": {"inside": {"driver": "sensor"}, "outside": {"driver": "sensor"},
             "bolt": {"driver": "bolt"}}, "policies": {\(policies)}\(run)}
            """
    }

    private let keeper = """
        "keeper": {"policy": "keeper", "inputs": {"temperature": "inside"},
                   "outputs": {"bolt": "bolt"}}
        """

    // MARK: What is right

    @Test("nothing at all is a configuration") func empty() throws {
        let configuration = try read("{}")
        #expect(configuration.drivers.isEmpty && configuration.policies.isEmpty)
        #expect(configuration.general.name == "roost")
    }

    @Test("a policy is bound to the only end that fits, or to the one that is named")
    func bindings() throws {
        let text = house(
            """
            "keeper": {"policy": "keeper", "coldest": "-1 °C",
                "inputs": {"temperature": "inside", "shut": "bolt.shut"},
                "outputs": {"bolt": "bolt"}}
            """)
        let policy = try #require(try read(text).policies.first)
        #expect(
            policy.bindings.mapValues(\.description) == [
                "temperature": "inside.temperature", "shut": "bolt.shut",
                "bolt": "bolt.command",
            ])
        #expect(policy.period == .milliseconds(100))
        #expect(policy.lease == .milliseconds(500))
    }

    @Test("the lease is five periods, but at least 250 ms, unless it is given") func lease() throws
    {
        for (times, period, lease) in [
            (#""every": "20ms","#, 20, 250), (#""every": "1s","#, 1000, 5000),
            (#""every": "1s", "lease": "1.5s","#, 1000, 1500),
        ] {
            let text = keeper.replacing(#""inputs""#, with: times + #""inputs""#)
            let policy = try #require(try read(house(text)).policies.first)
            #expect(policy.period == .milliseconds(period))
            #expect(policy.lease == .milliseconds(lease))
        }
    }

    @Test("drivers start after those that they need, otherwise by name") func order() throws {
        let configuration = try read(
            """
            {"drivers": {"a": {"driver": "bolt", "after": ["z", "m"]}, "m": {"driver": "bolt"},
             "z": {"driver": "bolt", "after": ["m"]}, "b": {"driver": "bolt"}}}
            """)
        #expect(configuration.drivers.map(\.name) == ["b", "m", "z", "a"])
    }

    @Test("what a program made is read and refused as the text of it is") func value() throws {
        let json = try JSONValue(parsing: house(keeper).utf8)
        let read = try ConfigurationReader.read(json, registry: testRegistry)
        let ofText = try self.read(house(keeper))
        #expect(read.difference(from: ofText).isEmpty)
        #expect(read.policies.map(\.name) == ["keeper"])
        let wrong = JSONValue.array([])
        let error = thrownError(ConfigurationErrors.self) {
            try ConfigurationReader.read(wrong, registry: testRegistry)
        }
        #expect(error?.all.map(\.description) == problems("[]"))
    }

    @Test("only the policies of \"run\" run, but all are checked") func run() throws {
        let two = keeper + "," + keeper.replacing(#""keeper": {"#, with: #""other": {"#)
        #expect(try read(house(two, run: #"["other"]"#)).policies.map(\.name) == ["other"])
        #expect(try read(house(two, run: "[]")).policies.isEmpty)
        let broken = two.replacing("inside", with: "nowhere")
        #expect(problems(house(broken, run: "[]")).count == 2)
        #expect(
            problems(house(keeper, run: #"["keper"]"#)).first?
                .contains("run[0]: no policy in this file is called \"keper\". Did you mean")
                == true)
        #expect(problems(house(keeper, run: #""keeper""#)).count == 1)
    }

    // MARK: What is wrong

    @Test("what is no object at the top is refused", arguments: ["[]", "7", "\"x\"", "null"])
    func noObject(text: String) {
        #expect(problems(text).first?.hasPrefix("expected an object {...}, found ") == true)
    }

    @Test("text that is no JSON is refused with its place") func noJSON() {
        #expect(
            problems("{\n\"name\" \"x\"}").first?.hasPrefix("not JSON: line 2, column 8") == true)
    }

    @Test(
        "each thing that can be wrong is told, with its place",
        arguments: [
            (#"{"drivers": []}"#, "drivers: expected an object, found a list of 0"),
            (#"{"drivers": {"a b": {}}}"#, "drivers.a b: a name is made of"),
            (#"{"drivers": {"a": 5}}"#, "drivers.a: expected an object, found the number 5"),
            (
                #"{"drivers": {"a": {}}}"#,
                "drivers.a.driver: missing; expected the name of a driver"
            ),
            (#"{"drivers": {"a": {"driver": 5}}}"#, "found the number 5"),
            (
                #"{"drivers": {"a": {"driver": "blot"}}}"#,
                "Did you mean \"bolt\"? Known: bolt, sensor"
            ),
            (
                #"{"drivers": {"a": {"driver": "bolt", "speed": 1}}}"#,
                "drivers.a.speed: unknown key"
            ),
            (#"{"drivers": {"a": {"driver": "sensor", "every": "0s"}}}"#, "drivers.a.every: "),
            (
                #"{"drivers": {"a": {"driver": "bolt", "after": ["b"]}}}"#,
                "drivers.a.after[0]: no driver in this file is called \"b\""
            ),
            (
                #"{"drivers": {"a": {"driver": "bolt", "after": ["a"]}}}"#,
                "drivers: these drivers wait for each other in a circle (\"after\"): a"
            ),
            (#"{"policies": {"p": {"policy": "kepper"}}}"#, "Did you mean \"keeper\"?"),
            (#"{"polices": {}}"#, "polices: unknown key. Did you mean \"policies\"?"),
        ])
    func wrong(text: String, expected: String) {
        let problems = problems(text)
        #expect(problems.count == 1)
        #expect(problems.first?.contains(expected) == true, "\(problems)")
    }

    @Test(
        "each thing that can be wrong with a connection is told, with what could be there",
        arguments: [
            (
                #""inputs": {}, "outputs": {"bolt": "bolt"}"#,
                "policies.keeper.inputs.temperature: missing; expected a driver that gives a "
                    + "temperature (in this file: inside, outside)"
            ),
            (
                #""inputs": {"temperature": "insde"}, "outputs": {"bolt": "bolt"}"#,
                "inputs.temperature: no driver in this file is called \"insde\". "
                    + "Did you mean \"inside\"?"
            ),
            (
                #""inputs": {"temperature": "insde.temperature"}, "outputs": {"bolt": "bolt"}"#,
                "Did you mean \"inside\"?"
            ),
            (
                #""inputs": {"temperature": "bolt"}, "outputs": {"bolt": "bolt"}"#,
                "bolt does not give a temperature; it has command (switch-command), open (contact)"
            ),
            (
                #""inputs": {"temperature": "bolt.open"}, "outputs": {"bolt": "bolt"}"#,
                "bolt.open is a source of contact, but a source of temperature is needed"
            ),
            (
                #""inputs": {"temperature": "inside.temperatur"}, "outputs": {"bolt": "bolt"}"#,
                "no port of inside is called \"temperatur\". Did you mean \"temperature\"?"
            ),
            (
                #""inputs": {"temperature": "inside", "shut": "bolt"}, "outputs": {"bolt": "bolt"}"#,
                "inputs.shut: bolt has several; say \"bolt.open\" or \"bolt.shut\""
            ),
            (
                #""inputs": {"temperature": "inside", "warmth": "inside"}, "outputs": {"bolt": "bolt"}"#,
                "inputs.warmth: no port here is called \"warmth\""
            ),
            (
                #""inputs": {"temperature": 5}, "outputs": {"bolt": "bolt"}"#,
                "expected the name of a driver, found the number 5"
            ),
            (
                #""inputs": "inside", "outputs": {"bolt": "bolt"}"#,
                "inputs: expected an object of \"port\": \"driver\", found the text"
            ),
            (
                #""inputs": {"temperature": "inside"}, "outputs": {"bolt": "inside"}"#,
                "outputs.bolt: inside does not take a switch-command"
            ),
            (
                #""inputs": {"temperature": ""}, "outputs": {"bolt": "bolt"}"#,
                "no driver in this file is called \"\""
            ),
            (
                #""inputs": {"temperature": "inside"}, "outputs": {"bolt": "bolt", "spare": "bolt"}"#,
                "bolt.command already takes commands from another output of this policy"
            ),
            (
                #""lease": "50ms", "inputs": {"temperature": "inside"}, "outputs": {"bolt": "bolt"}"#,
                "policies.keeper.lease: must be longer than every (100 ms)"
            ),
        ])
    func wiring(connections: String, expected: String) {
        let problems = problems(house("\"keeper\": {\"policy\": \"keeper\", \(connections)}"))
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.contains(expected) == true, "\(problems)")
    }

    @Test("two policies that run must not command the same device") func sharedSink() {
        let two = keeper + "," + keeper.replacing(#""keeper": {"#, with: #""other": {"#)
        #expect(
            problems(house(two)) == [
                "policies.other.outputs.bolt: bolt.command already takes commands from keeper; "
                    + "let only one of them run (\"run\": [\"keeper\"])"
            ])
    }

    @Test("a driver that is broken is told once, not again by all that would use it")
    func brokenDriver() {
        let text = house(keeper).replacing(
            #""inside": {"driver": "sensor"}"#,
            with:
                #""inside": {"driver": "sensor", "every": 5}, "late": {"driver": "bolt", "after": ["inside"]}"#
        )
        let problems = problems(text)
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.hasPrefix("drivers.inside.every: ") == true)
    }

    @Test("everything that is wrong is told at once") func allAtOnce() {
        let problems = problems(
            """
            {"stop_limit": "1ms", "log": "debug", "drivers": {
              "a": {"driver": "sensor", "every": "0s", "after": "b", "evrey": "1s"},
              "b": {"driver": "bolt", "after": ["x", "y"]},
              "c": {"driver": "bolt", "after": ["d"]}, "d": {"driver": "bolt", "after": ["c"]},
              "e": {"driver": "nothing"}},
             "policies": {"p": {"policy": "keeper", "every": "1", "coldest": 5,
              "inputs": {"temperature": "b"}}}, "run": ["q"]}
            """)
        let places = problems.map { String($0.prefix { $0 != ":" }) }
        #expect(
            places == [
                "drivers.a.after", "drivers.a.every", "drivers.a.evrey", "drivers.b.after[0]",
                "drivers.b.after[1]", "drivers.e.driver", "log", "policies.p.coldest",
                "policies.p.every", "policies.p.inputs.temperature", "policies.p.outputs.bolt",
                "run[0]", "stop_limit",
            ])
    }

    @Test("a circle is told by its members, without those that only wait for them")
    func circle() {
        let problems = problems(
            """
            {"drivers": {"a": {"driver": "bolt", "after": ["b"]},
             "b": {"driver": "bolt", "after": ["c"]}, "c": {"driver": "bolt", "after": ["b"]},
             "d": {"driver": "bolt"}}}
            """)
        #expect(problems.count == 1)
        #expect(problems.first?.hasSuffix("(\"after\"): b, c") == true, "\(problems)")
    }
}
