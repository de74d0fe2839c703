import Core
import JSON
import Values
@testable import Settings
import Testing

/// One setting of every kind.
private struct EveryKind: PluginSettings {
    enum Mode: String, CaseIterable { case slow, fast }

    struct Inner: PluginSettings {
        let pin: Int

        init(_ read: SettingsReader) {
            pin = read(required: "pin", .integer(0...27), "Which line.")
        }
    }

    let flag: Bool
    let number: Double
    let count: Int
    let port: UInt16
    let path: String
    let address: String
    let mode: Mode
    let time: Duration
    let angle: Angle
    let warmth: Temperature
    let length: Double
    let speed: Double
    let turning: Double
    let volts: Double
    let ohms: Double
    let fraction: Double
    let words: [String]
    let lines: [Inner]
    let spare: Double?

    init(_ read: SettingsReader) {
        flag = read("flag", .bool, default: true, "")
        number = read("number", .number(-1...1), default: 0.5, "")
        count = read("count", .integer(1...5), default: 3, "")
        port = read("port", .port, default: 5556, "")
        path = read("path", .text("a path"), default: "/dev/x", "")
        address = read("address", .ipv4Address, default: "192.168.1.1", "")
        mode = read("mode", .oneOf(.slow), default: .fast, "")
        time = read("time", .duration(.zero ... .seconds(5)), default: .milliseconds(250), "")
        angle = read("angle", .angle(-90...90), default: .degrees(-12.5), "")
        warmth = read(
            "warmth", .temperature(-40...125), default: Temperature(celsius: 33), "")
        length = read("length", .metres(0...100), default: 2.5, "")
        speed = read("speed", .metresPerSecond(0...10), default: 0.5, "")
        turning = read("turning", .degreesPerSecond(0...200), default: 100, "")
        volts = read("volts", .volts(0...5), default: 3.3, "")
        ohms = read("ohms", .ohms(1...1e6), default: 10_000, "")
        fraction = read("share", .fraction(0...1), default: 0.2, "")
        words = read("words", .list(of: .text("a word"), count: 0...2), default: ["a", "b"], "")
        lines = read("lines", .list(of: .object(Inner.self), count: 0...2), default: [], "")
        spare = read(optional: "spare", .number(0...1), "")
    }
}

@Suite struct SettingsReaderTests {
    private func read(_ json: JSONValue) throws(ConfigurationErrors) -> EveryKind {
        try SettingsReader.read(from: json, at: SettingPath("drivers.it"))
    }

    /// The problems with a setting, as "path: message".
    private func problems(_ json: JSONValue) -> [String] {
        do throws(ConfigurationErrors) {
            _ = try read(json)
            return []
        } catch {
            return error.all.map(\.description)
        }
    }

    @Test("what is left out has its default") func defaults() throws {
        let settings = try read([:])
        #expect(settings.time == .milliseconds(250))
        #expect(settings.mode == .fast)
        #expect(settings.words == ["a", "b"])
        #expect(settings.spare == nil)
    }

    @Test("every kind reads what it is written for") func everyKind() throws {
        let settings = try read([
            "flag": false, "number": -1, "count": 5, "port": 1, "path": "/dev/y",
            "address": "0.0.0.0", "mode": "slow", "time": "5s", "angle": "0.5rad",
            "warmth": "91.4 °F", "length": "150cm", "speed": "3.6km/h", "turning": "90°/s",
            "volts": "1800mV", "ohms": "4.7kohm", "share": "100%", "words": ["z"],
            "lines": [["pin": 4], ["pin": 17]], "spare": 0,
        ])
        #expect(!settings.flag)
        #expect(settings.port == 1)
        #expect(settings.time == .seconds(5))
        #expect(abs(settings.angle.radians - 0.5) < 1e-12)
        #expect(abs(settings.warmth.celsius - 33) < 1e-9)
        #expect(settings.length == 1.5)
        #expect(abs(settings.speed - 1) < 1e-12)
        #expect(abs(settings.volts - 1.8) < 1e-12)
        #expect(settings.fraction == 1)
        #expect(settings.lines.map(\.pin) == [4, 17])
        #expect(settings.spare == 0)
    }

    @Test("what the reference shows as a default is read as that default") func reference() throws {
        let described = SettingsReader.describe(EveryKind.self)
        #expect(described.count == 19)
        for setting in described where setting.key != "spare" {
            let text = try #require(setting.defaultText)
            let json = try JSONValue(parsing: text.utf8)
            // Reading it back must show the same default again, and have no problem.
            #expect(problems([setting.key: json]) == [], "\(setting.key): \(text)")
        }
        let all = described.compactMap { setting in
            setting.defaultText.map { "\"\(setting.key)\": \($0)" }
        }
        let given = try read(try JSONValue(parsing: "{\(all.joined(separator: ","))}".utf8))
        let defaults = try read([:])
        #expect(String(describing: given) == String(describing: defaults))
        #expect(described.first { $0.key == "lines" }?.members.map(\.key) == ["pin"])
        #expect(described.first { $0.key == "lines" }?.members.first?.isRequired == true)
    }

    @Test(
        "what is out of range, of the wrong type or without its unit is refused with what is right",
        arguments: [
            ("flag", "true", "expected true or false, found the text \"true\""),
            ("number", 1.5, "expected a number from -1 to 1, found the number 1.5"),
            ("number", "0.5", "found the text \"0.5\""), ("number", .null, "found null"),
            ("count", 2.5, "expected a whole number from 1 to 5, found the number 2.5"),
            ("count", 1e300, "whole number"), ("count", 6, "whole number"),
            ("count", true, "found true"), ("port", 0, "from 1 to 65535"),
            ("port", 65536, "from 1 to 65535"), ("path", "", "expected a path"),
            ("path", "a\0b", "expected a path"), ("address", "192.168.1", "IPv4 address"),
            ("address", "192.168.1.256", "IPv4 address"), ("address", "01.2.3.4", "IPv4 address"),
            ("address", "localhost", "IPv4 address"),
            ("mode", "fsat", "Did you mean \"fast\"?"), ("mode", 1, "one of \"slow\", \"fast\""),
            ("time", 250, "Did you mean \"250ms\" or \"250us\"?"), ("time", "250", "has no unit"),
            ("time", "6s", "\"6s\" is out of range"), ("time", "-1ms", "is out of range"),
            ("time", "NaN s", "does not start with a number"),
            ("time", ["1s"], "found a list of 1"),
            ("angle", "91deg", "from \"-90deg\" to \"90deg\""), ("warmth", "33", "has no unit"),
            ("warmth", "33K", "known units: °C, C, °F, F"), ("share", "101%", "out of range"),
            ("share", 0.2, "a percentage with its unit"),
            ("words", ["a", "b", "c"], "found a list of 3"),
            ("words", "a", "expected a list of 0 to 2"), ("spare", 2, "from 0 to 1"),
        ] as [(String, JSONValue, String)])
    func refused(key: String, value: JSONValue, reason: String) throws {
        let problems = problems([key: value])
        let problem = try #require(problems.first)
        #expect(problems.count == 1)
        #expect(problem.hasPrefix("drivers.it.\(key): "))
        #expect(problem.contains(reason), "\(problem)")
    }

    @Test("everything that is wrong is told at once, each with its place") func allAtOnce() {
        let problems = problems([
            "time": "1", "modee": "fast", "lines": [["pin": 28], [:], ["pin": 1, "pni": 2]],
            "count": "3",
        ])
        #expect(problems.count == 4)
        // The list is too long, so its members are not looked at.
        #expect(problems.contains { $0.hasPrefix("drivers.it.lines: ") })
        #expect(problems.contains { $0.contains("modee: unknown key. Did you mean \"mode\"?") })
        let inner = self.problems(["lines": [["pin": 28], [:]]])
        #expect(
            inner.map { $0.split(separator: ":")[0] }
                == ["drivers.it.lines[0].pin", "drivers.it.lines[1].pin"])
        #expect(inner.last?.contains("missing; expected a whole number from 0 to 27") == true)
    }

    @Test("settings are an object and nothing else", arguments: [.null, 1, "x", []] as [JSONValue])
    func noObject(json: JSONValue) {
        #expect(problems(json).first?.contains("expected an object of settings") == true)
    }

    @Test("general settings with nothing given are in their own ranges") func general() throws {
        let general: GeneralSettings = try SettingsReader.read(from: [:], at: SettingPath(""))
        #expect(general.stopLimit == .seconds(30))
        #expect(general.restarts.atMost == 5)
        for setting in SettingsReader.describe(RestartSettings.self) {
            let json = try JSONValue(parsing: try #require(setting.defaultText).utf8)
            let again: RestartSettings = try SettingsReader.read(
                from: [setting.key: json], at: SettingPath("restarts"))
            #expect(again.maxDelay == general.restarts.maxDelay)
        }
    }

    @Test("settings that do not fit together are refused") func cross() {
        #expect(throws: ConfigurationErrors.self) {
            let _: RestartSettings = try SettingsReader.read(
                from: ["first_delay": "5s", "longest_delay": "1s"], at: SettingPath("restarts"))
        }
    }
}

@Suite struct SuggestionTests {
    @Test("a near word is suggested, a far one is not") func near() {
        let known = ["takeoff", "land", "hover"]
        #expect(suggestion(for: "takoff", among: known) == " Did you mean \"takeoff\"?")
        #expect(suggestion(for: "lnad", among: known) == " Did you mean \"land\"?")
        #expect(suggestion(for: "lands", among: known) == " Did you mean \"land\"?")
        #expect(suggestion(for: "zebra", among: known) == "")
        #expect(suggestion(for: "", among: known) == "")
        #expect(suggestion(for: "x", among: [String]()) == "")
        #expect(suggestion(for: String(repeating: "x", count: 1 << 20), among: known) == "")
    }
}
