@testable import Core
import JSON
import Testing
import Values

@Suite struct ConfigurationDifferenceTests {
    private func difference(_ old: String, _ new: String) throws -> ConfigurationDifference {
        try motorConfiguration(new).difference(from: try motorConfiguration(old))
    }

    /// What changes about the motor "m" when its settings become `new`.
    private func settings(_ old: String, _ new: String) throws -> [SettingChange] {
        let difference = try difference(
            #"{"drivers": {"m": {"driver": "motor"\#(old)}}}"#,
            #"{"drivers": {"m": {"driver": "motor"\#(new)}}}"#)
        guard case .changed(let changes)? = difference.drivers.first?.kind else { return [] }
        return changes.compactMap { if case .setting(let change) = $0 { change } else { nil } }
    }

    @Test("a configuration is no different from itself") func same() throws {
        let text = """
            {"name": "a", "drivers": {"m": {"driver": "motor", "steps": ["1s"]}},
             "policies": {"p": {"policy": "turner", "outputs": {"motor": "m"}}}}
            """
        #expect(try difference(text, text).isEmpty)
    }

    @Test(
        "what means the same, however it is written, is no difference",
        arguments: [
            ("", #", "angle_max": "180deg""#),
            (#", "angle_max": "180°""#, #", "angle_max": "180.0 deg""#),
            (#", "patience": "1s""#, #", "patience": "1000ms""#),
            (#", "patience": "0.1h""#.replacing("0.1h", with: "0.01h"), #", "patience": "36s""#),
            (#", "steps": ["1s", "90ms"]"#, #", "steps": ["1000ms", "0.09s"]"#),
            ("", #", "steps": []"#),
            ("", #", "ramp": {}"#),
            ("", #", "ramp": {"time": "1000ms", "soft": false}"#),
            (#", "marks": {"cold": "32 °F"}"#, #", "marks": {"cold": "0 °C"}"#),
            (#", "marks": {"hot": "91.4 °F"}"#, #", "marks": {"hot": "33C"}"#),
        ] as [(String, String)])
    func meaning(old: String, new: String) throws {
        #expect(try settings(old, new) == [])
        #expect(try settings(new, old) == [])
    }

    @Test("a changed setting is told with its key and both values as they are written")
    func changed() throws {
        #expect(
            try settings(#", "patience": "1s""#, #", "patience": "1001ms", "line": "B2""#) == [
                SettingChange(key: "line", old: nil, new: "B2"),
                SettingChange(key: "patience", old: "1s", new: "1001ms"),
            ])
        #expect(
            try settings(#", "patience": "1s""#, "") == [
                SettingChange(key: "patience", old: "1s", new: nil)
            ])
        // A nanosecond is a difference: nothing is compared by its rounded text.
        #expect(
            try settings(#", "patience": "1.000000001s""#, #", "patience": "1s""#).count == 1)
    }

    @Test("inside an object the setting is named; a list of values is compared as a whole")
    func nested()
        throws
    {
        #expect(
            try settings(#", "ramp": {"soft": true}"#, #", "ramp": {"time": "2s"}"#) == [
                SettingChange(key: "ramp.soft", old: true, new: nil),
                SettingChange(key: "ramp.time", old: nil, new: "2s"),
            ])
        #expect(
            try settings(
                #", "marks": {"a": "1C", "b": "2C"}"#, #", "marks": {"a": "3C", "c": "2C"}"#)
                == [
                    SettingChange(key: "marks.a", old: "1C", new: "3C"),
                    SettingChange(key: "marks.b", old: "2C", new: nil),
                    SettingChange(key: "marks.c", old: nil, new: "2C"),
                ])
        #expect(
            try settings(#", "steps": ["1s", "2s"]"#, #", "steps": ["2s", "1s"]"#) == [
                SettingChange(key: "steps", old: ["1s", "2s"], new: ["2s", "1s"])
            ])
    }

    /// What a plan prints of a motor whose cues become others.
    private func cueLines(_ old: String, _ new: String) throws -> [String] {
        try settings(#", "cues": [\#(old)]"#, #", "cues": [\#(new)]"#).map(\.line)
    }

    private static let open = #"{"name": "open", "when": "room > 30 °C", "to": {"flap": "90deg"}}"#
    private static let shut = #"{"name": "shut", "when": "wind", "after": "1s"}"#

    @Test("in a list of things with names each change is told by the name") func items() throws {
        let (open, shut) = (Self.open, Self.shut)
        #expect(
            try cueLines("\(open), \(shut)", "\(open.replacing("30", with: "29")), \(shut)") == [
                #"cues.open.when: "room > 30 °C" -> "room > 29 °C""#
            ])
        #expect(
            try cueLines(
                "\(open), \(shut)",
                "\(open.replacing("90", with: "45")), \(shut.replacing("1s", with: "1000ms"))")
                == ["cues.open.to.flap: 90deg -> 45deg"])
        #expect(
            try cueLines(shut, #"{"name": "shut", "when": "wind"}"#) == [
                "cues.shut.after: 1s -> (left out)"
            ])
    }

    @Test(
        "in such a list one that is new is shown, one that is gone is named, and so is another order"
    )
    func itemsComeAndGo() throws {
        let (open, shut) = (Self.open, Self.shut)
        let new = "cues.open: (new) to flap 90deg, when room > 30 °C"
        #expect(try cueLines(shut, "\(open), \(shut)") == [new])
        #expect(try cueLines("\(open), \(shut)", shut) == ["cues.open: (left out)"])
        #expect(try cueLines("\(open), \(shut)", "\(shut), \(open)") == ["cues: order changed"])
        #expect(try cueLines(shut, open) == [new, "cues.shut: (left out)"])
        #expect(
            try cueLines("\(open), \(shut)", #"\#(shut), {"name": "rest"}, \#(open)"#) == [
                "cues.rest: (new) ", "cues: order changed",
            ])
    }

    @Test("a list in which two have one name, or one has none, is compared as a whole")
    func itemsWithoutNames() throws {
        let (open, shut) = (Self.open, Self.shut)
        let twice = "\(shut), \(shut.replacing("wind", with: "rain"))"
        #expect(try cueLines(open, twice) == ["cues: open -> shut, shut"])
        #expect(
            try settings("", #", "cues": [\#(shut)]"#).map(\.line) == ["cues: (left out) -> shut"])
    }

    @Test("the text of a file is not printed") func files() {
        func lines(_ old: [String: JSONValue], _ new: [String: JSONValue]) -> [String] {
            SettingChange.all(from: old, to: new, normalize: { $0 }).map(\.line)
        }
        let one: JSONValue = ["file": "a.gpx", "text": "one"]
        let other: JSONValue = ["file": "a.gpx", "text": "two"]
        #expect(
            lines(["mission": one], ["mission": other]) == ["mission: a.gpx with another content"])
        #expect(lines([:], ["mission": one]) == ["mission: (left out) -> a.gpx"])
    }

    @Test("added, removed and replaced plugins are told by name") func plugins() throws {
        let difference = try difference(
            """
            {"drivers": {"a": {"driver": "motor"}, "b": {"driver": "motor", "line": "B"}}}
            """,
            """
            {"drivers": {"b": {"driver": "sensor"}, "c": {"driver": "motor", "line": "C"}},
             "policies": {"p": {"policy": "turner", "outputs": {"motor": "c"}}}}
            """)
        #expect(
            difference.drivers == [
                PluginDifference(name: "a", kind: .removed),
                PluginDifference(name: "b", kind: .replaced(old: "motor", new: "sensor")),
                PluginDifference(name: "c", kind: .added),
            ])
        #expect(difference.policies == [PluginDifference(name: "p", kind: .added)])
    }

    @Test("the order of starting counts, the order in which it is written does not") func after()
        throws
    {
        func text(_ after: String) -> String {
            """
            {"drivers": {"a": {"driver": "sensor"}, "b": {"driver": "sensor"},
                         "m": {"driver": "motor", "after": \(after)}}}
            """
        }
        #expect(try difference(text(#"["a", "b"]"#), text(#"["b", "a"]"#)).isEmpty)
        #expect(
            try difference(text("[]"), text(#"["a"]"#)).drivers == [
                PluginDifference(name: "m", kind: .changed([.after(old: [], new: ["a"])]))
            ])
    }

    @Test("of a policy the period, the lease, the settings and the wiring are compared")
    func policy() throws {
        func text(_ policy: String, run: String = #"["p"]"#) -> String {
            """
            {"drivers": {"m": {"driver": "motor"}, "n": {"driver": "motor", "line": "N"}},
             "policies": {"p": {"policy": "turner", \(policy)}}, "run": \(run)}
            """
        }
        let old = text(#""outputs": {"motor": "m"}"#)
        #expect(
            try difference(old, text(#""every": "0.1s", "outputs": {"motor": "m.angle"}"#)).isEmpty)
        let here = PortAddress(driver: "m", port: "angle")
        let there = PortAddress(driver: "n", port: "angle")
        #expect(
            try difference(
                old,
                text(#""every": "200ms", "angle": "7deg", "outputs": {"motor": "n", "spare": "m"}"#)
            ).policies == [
                PluginDifference(
                    name: "p",
                    kind: .changed([
                        .setting(SettingChange(key: "angle", old: nil, new: "7deg")),
                        .period(old: .milliseconds(100), new: .milliseconds(200)),
                        .lease(old: .milliseconds(500), new: .seconds(1)),
                        .output(port: "motor", old: here, new: there),
                        .output(port: "spare", old: nil, new: here),
                    ]))
            ])
        let idle = text(#""outputs": {"motor": "m"}"#, run: "[]")
        #expect(
            try difference(old, idle).policies == [PluginDifference(name: "p", kind: .removed)])
    }

    @Test("Roost's own settings are compared like those of a plugin") func general() throws {
        #expect(try difference("{}", #"{"stop_limit": "0.5min", "restarts": {}}"#).isEmpty)
        #expect(
            try difference(
                #"{"name": "a"}"#, #"{"name": "b", "restarts": {"at_most": 7}}"#
            ).general == [
                SettingChange(key: "name", old: "a", new: "b"),
                SettingChange(key: "restarts.at_most", old: nil, new: 7),
            ])
    }
}
