import Values
@testable import JSON
import Control
@testable import Settings
import TestSupport
import TestTraits
import Testing

@testable import Core
@testable import MQTTBridge
@testable import Notify
@testable import Recording
@testable import roost

/// A policy of which nothing else knows appears wherever policies appear, since all ask its declarations.
@Suite(.blocking) struct GreenhouseEverywhereTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try Greenhouse.files() }

    private func running(vent: String = "", beside: String = "") throws -> Greenhouse {
        try Greenhouse(in: directory, vent: vent, beside: beside)
    }

    private static let colder = #""open_above": "18 °C","#
    private static func shadow(_ settings: String) -> String {
        #", "earlier": {"policy": "greenhouse-vent", \#(settings) "shadow": "vent"}"#
    }

    // MARK: Before it runs

    @Test(
        "roost check names what is wrong with its settings and its ports, with the place",
        arguments: [
            (
                #""policy": "greenhouse-vents","#, #""greenhouse-vent""#,
                #"Did you mean "greenhouse-vent"?"#
            ),
            (#""close_below": "30 °C","#, "close_below", "must be below open_above"),
            (#""fan_above": 85,"#, "fan_above", "expected"),
            (#""open_abov": "20 °C","#, "open_abov", #"Did you mean "open_above"?"#),
        ])
    func errors(settings: String, place: String, told: String) throws {
        var text = Greenhouse.configuration(directory, vent: settings)
        if settings.contains("vents") {
            text = text.replacing(#""policy": "greenhouse-vent", "#, with: "")
        }
        let file = ConfigurationText(name: "glass.json", Array(text.utf8))
        let errors = try #require(
            thrownError(ConfigurationErrors.self) {
                _ = try ConfigurationReader.read(file.bytes, registry: Greenhouse.registry)
            })
        let lines = file.report(errors).joined(separator: "\n")
        #expect(lines.contains("glass.json:8:") && lines.contains(told), "\(lines)")
    }

    @Test("a port that is bound to something else, or to nothing, is refused") func ports() throws {
        let text = Greenhouse.configuration(directory)
        for (old, new, told) in [
            (
                #""humidity": "climate.humidity""#, #""humidity": "climate.temperature""#,
                "temperature"
            ),
            (#", "humidity": "climate.humidity""#, "", "a driver that gives a measurement"),
            (#""flap": "flap", "#, #""flap": "fan", "#, "servo-command"),
        ] {
            let wrong = text.replacing(old, with: new)
            #expect(wrong != text)
            let errors = thrownError(ConfigurationErrors.self) {
                _ = try ConfigurationReader.read(Array(wrong.utf8), registry: Greenhouse.registry)
            }
            #expect(errors?.description.contains(told) == true, "\(String(describing: errors))")
        }
    }

    @Test("the schema of configurations and the reference have its settings, ports and requests")
    func documents() throws {
        let json = ConfigurationSchema(Greenhouse.registry).json
        let schema = json["$defs"]?["policy-greenhouse-vent"]?["properties"]
        guard case .object(let members)? = schema else {
            Issue.record("\(json.line.prefix(200))")
            return
        }
        #expect(
            Set(members.keys).isSuperset(of: ["close_below", "open_above", "fan_above", "every"]))
        guard case .object(let inputs)? = schema?["inputs"]?["properties"] else { return }
        #expect(inputs.keys.sorted() == ["humidity", "temperature"])
        let page = ReferencePage(Greenhouse.registry).description
        for row in [
            "### `greenhouse-vent`", "- reads `humidity`, a *measurement*: How humid the air",
            "- commands `flap`, a *servo-command*: The servo of the flap.",
            "| `close_below` |", "| `air` `for` |",
        ] {
            #expect(page.contains(row), "\(row)")
        }
    }

    // MARK: While it runs

    @Test("it moves the servo and the fan by the sensor, and in doubt as it says") func moves()
        throws
    {
        let house = try running()
        #expect(house.flapDegrees == 0 && !house.isFanOn)
        try house.set(celsius: 28, percent: 90)
        house.run(for: 5)
        #expect(house.flapDegrees == 45 && house.isFanOn)
        try house.unplug()
        house.run(for: 5)
        #expect(house.flapDegrees == 45 && !house.isFanOn)
        house.run(for: 70)
        #expect(house.flapDegrees == 30)
        #expect(house.vent?.reason?.isFailsafe == true)
        #expect(house.status.verdict?.level == .warning)
    }

    @Test("the page has all that it reads: a status by its schema, and the form of each request")
    func page() throws {
        let house = try running()
        try house.set(celsius: 41)
        house.run(for: 5)
        let status = try #require(house.ask(["request": "status"])["status"])
        let schema = try JSONSchema(projectFile("docs/status.schema.json"))
        #expect(schema.problems(of: status) == [])
        let vent = try #require(house.vent)
        #expect(vent.policy == "greenhouse-vent")
        #expect(
            vent.reason?.text
                == "rule: temperature 41.0 °C, humidity 50.0 %; flap 100.0 % open, fan off")
        #expect(vent.inputs["humidity"] == "climate.humidity")
        #expect(vent.details == ["alerts": [["code": "too-hot", "severity": "alarm"]]])
        #expect(house.status.verdict?.findings.contains { $0.text == "alarm too-hot" } == true)
        guard case .array(let plugins)? = house.ask(["request": "requests"])["plugins"] else {
            Issue.record("no requests")
            return
        }
        #expect(
            plugins.first { $0["name"] == "vent" }?["requests"] == [
                [
                    "name": "air", "summary": "Open the flap for a while.",
                    "synopsis": "air [FOR]", "effect": "ordinary",
                    "arguments": [
                        [
                            "key": "for",
                            "expected": "a time with its unit, from \"0s\" to \"7200s\"",
                            "required": false, "default": "\"900s\"",
                            "summary": "How long; 0s ends it.",
                        ]
                    ],
                ]
            ])
    }

    @Test("it can be asked by its words, and the answer says what came of it") func asked() throws {
        let house = try running()
        #expect(
            house.ask(["request": "send", "words": ["vent", "air", "10min"]]) == [
                "ok": true,
                "message":
                    "asked: temperature 20.0 °C, humidity 50.0 %; flap 100.0 % open, fan off",
            ])
        house.run(for: 2)
        #expect(house.flapDegrees == 90)
        try house.set(celsius: 3)
        house.run(for: 5)
        let answer = house.ask(["request": "send", "words": ["air"]])
        #expect(answer["code"] == "refused")
        #expect(house.flapDegrees == 0)
    }

    private func catalogue(_ house: Greenhouse) throws -> RequestCatalogue {
        try #require(RequestCatalogue(house.ask(["request": "requests"])))
    }

    @Test(
        "Home Assistant is told of it: reason, failsafe, alert, a button, and its driver's values")
    func discovery() throws {
        let house = try running()
        let settings = try SettingsReader.read(
            BridgeSettings.self, from: [:], at: SettingPath(""))
        let catalogue = try catalogue(house)
        let components = DeviceDiscovery(settings).components(house.status, catalogue)
        #expect(
            components.keys.filter { $0.hasPrefix("vent_") }.sorted()
                == ["vent_alert", "vent_failsafe", "vent_reason", "vent_request_air"])
        let button = components["vent_request_air"]
        #expect(button?["p"] == "button" && button?["pl_prs"] == "air")
        #expect(button?["cmd_t"] == "roost/roost/policy/vent/set")
        #expect(components["climate_humidity"]?["dev_cla"] == "humidity")
        var state = BridgeState(settings)
        for line in try house.watchedLines() { state.note(line, catalogue) }
        let retained = StateTopics(topics: BridgeTopics(node: "roost")).payloads(house.status)
        #expect(retained["roost/roost/policy/vent"]?["code"] == "rule")
        #expect(state.targets == ["vent"])
        let quiet = try SettingsReader.read(
            BridgeSettings.self, from: ["allow": []], at: SettingPath(""))
        #expect(
            DeviceDiscovery(quiet).components(house.status, catalogue)["vent_request_air"] == nil)
    }

    @Test("people are told of its alert and its failsafe, and of the end of both")
    func notifications() throws {
        let house = try running()
        var observer = ServiceObserver(
            goneAfter: .seconds(60), seenUntil: house.clock.now, at: house.clock.now)
        func told() throws -> [String] {
            try house.watchedLines().flatMap { observer.note($0, at: house.clock.now) }
                .filter { $0.routine == nil && $0.source == "vent" }
                .map { "\($0.severity)\($0.isOver ? " over" : ""): \($0.text)" }
        }
        #expect(try told() == [])
        try house.set(celsius: 41)
        house.run(for: 5)
        #expect(
            try told() == [
                "alarm: too-hot: rule: temperature 41.0 °C, humidity 50.0 %; flap 100.0 % open, fan off"
            ])
        try house.unplug()
        house.run(for: 80)
        let news = try told()
        #expect(news.contains { $0.hasPrefix("alarm over: too-hot") }, "\(news)")
        #expect(
            news.contains {
                $0 == "warning: doubtful: temperature not known, humidity not known; "
                    + "flap 33.3 % open, fan off"
            }, "\(news)")
    }

    @Test("it has its metrics") func metrics() throws {
        let text = try #require(try running().ask(["request": "metrics"])["text"])
        #expect(text.line.contains(#"roost_policy_failsafe{policy=\"vent\"} 0.0"#))
        #expect(text.line.contains(#"figure=\"value\"} 50.0"#))
    }

    // MARK: Changes

    @Test("a setting is changed while it runs, between two steps, and the wish for air stays")
    func apply() throws {
        let house = try running()
        _ = house.ask(["request": "send", "words": ["air", "20min"]])
        let plan = house.apply(vent: Self.colder + #" "close_below": "5 °C","#)["plan"]
        guard case .array(let steps)? = plan?["steps"] else {
            Issue.record("\(plan ?? .null)")
            return
        }
        #expect(steps.map { $0["effect"] } == ["next-step"])
        #expect(steps.first?["looser"]?.line.contains("close_below 8") == true, "\(steps)")
        house.run(for: 2)
        #expect(house.flapDegrees == 90)
        _ = house.ask(["request": "send", "words": ["vent", "air", "0s"]])
        house.run(for: 2)
        // 20 °C is 2 of the 8 °C above 18.
        #expect(house.flapDegrees == 23)
        #expect(house.status.policy("vent")?.hangs == nil)
        let refused = house.apply(vent: #""close_below": "30 °C","#)
        #expect(refused["code"] == "bad-configuration")
        #expect(house.flapDegrees == 23)
    }

    @Test("what it says that it remembers outlives a restart, and nothing else does")
    func restart() throws {
        let house = try running()
        _ = house.ask(["request": "send", "words": ["air", "15min"]])
        house.run(for: 10)
        house.stop()
        let next = try running()
        #expect(next.vent?.reason?.code == "asked")
        #expect(next.flapDegrees == 90)
        next.run(for: 1180)
        #expect(next.vent?.reason?.code == "asked")
        next.run(for: 20)
        #expect(next.vent?.reason?.code == "rule")
        next.stop()
        #expect(try running().vent?.reason?.code == "rule")
    }

    @Test("it looks on at itself as a shadow, which can be used") func shadow() throws {
        let house = try running(beside: Self.shadow(Self.colder))
        let shadow = try #require(house.vent?.shadows?.first)
        #expect(shadow.name == "earlier" && shadow.differsIn == ["flap"])
        #expect(shadow.reason?.text.contains("flap 25.0 % open") == true)
        #expect(house.flapDegrees == 0)
        #expect(
            house.ask(["request": "use", "policy": "vent", "name": "earlier"])["ok"] == true)
        house.run(for: 2)
        #expect(house.flapDegrees == 23)
        #expect(house.vent?.uses == "earlier")
    }

    // MARK: Afterwards

    /// A day on which it gets warm, somebody wants air, and settings change.
    private func record() throws -> Greenhouse {
        let house = try running()
        try house.set(celsius: 26)
        house.run(for: 10)
        _ = house.ask(["request": "send", "words": ["air", "1min"]])
        house.run(for: 70)
        _ = house.apply(vent: Self.colder)
        house.run(for: 10)
        try house.set(percent: 95)
        house.run(for: 10)
        house.stop()
        return house
    }

    private func replayed(
        _ house: Greenhouse, with other: Configuration? = nil
    ) throws -> Replay.Result {
        var replay = Replay(Greenhouse.registry, with: other)
        _ = try RecordReader(house.records).read(Replay.kinds) { replay.add($0, $1) }
        return try #require(replay.results["vent"])
    }

    @Test("its record is replayed to the last bit, and says what another file would have done")
    func replay() throws {
        let house = try record()
        let same = try replayed(house)
        #expect(same.steps > 100 && same.differences == 0 && same.remarks == [])
        let text = Greenhouse.configuration(directory, vent: #""fan_above": "40%","#)
        let other = try ConfigurationReader.read(Array(text.utf8), registry: Greenhouse.registry)
        let shifts = try replayed(house, with: other).shifts
        #expect(
            shifts.contains { $0.recorded?.output == "fan" && $0.replayed?.word == "active" },
            "\(shifts)")
    }

    @Test("roost why knows the decision, what it saw, and what would have made it otherwise")
    func why() throws {
        let house = try record()
        var explanation = Explanation(of: "vent")
        _ = try RecordReader(house.records).read(Explanation.kinds) { explanation.add($0, $1) }
        let decision = try #require(explanation.decision)
        #expect(decision.code == "rule-fan")
        #expect(explanation.previous?.code == "rule")
        let humidity = try #require(explanation.inputs.first { $0.name == "humidity" })
        #expect(humidity.value.contains("value 95"), "\(humidity.value)")
        #expect(humidity.before?.contains("value 50") == true)
        var replay = Replay(
            Greenhouse.registry, watching: StepWatched(of: "vent", at: decision.at))
        _ = try RecordReader(house.records).read(Replay.kinds) { replay.add($0, $1) }
        let tried = Counterfactuals(of: try #require(replay.moment))
        let found = tried.findings.map { "\($0.name) \($0.instead): \($0.decision.code)" }
        #expect(
            found.contains { $0.hasPrefix("temperature 7.9") && $0.hasSuffix("cold-fan") },
            "\(found)")
        #expect(
            found.contains { $0.hasPrefix("humidity 85") && $0.hasSuffix(": rule") }, "\(found)")
        #expect(found.contains { $0.hasPrefix("fan_above") && $0.hasSuffix(": rule") }, "\(found)")
    }
}
