import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Rules

/// What can be written, and what is said of what cannot.
@Suite struct LanguageTests {
    private func rule(_ when: String) -> String {
        #"{"name": "a", "when": \#(JSONValue.string(when).line), "set": {"fan": "on"}}"#
    }

    @Test(
        "A condition is read as it is said aloud",
        arguments: [
            "room > 28 °C", "room>28°C", "room >= 82.4 °F", "air > 80 %", "28 °C < room",
            "room > 28 °C or air > 80 % and rain is dry", "not (rain is wet) and room > 1 °C",
            "rain is wet since 2 min", "(rain is wet or room < 2 °C) since 90s",
            "room - outside > 3 K and room > 0 °C", "room - outside > 3 °C",
            "room > outside + 2 °C and room < 30 °C", "average(north, south) > 20 °C",
            "(a - b) / 2 > 1 K and a > 0 °C", "power / 2 > 1.5 kW",
            "largest(a, b) - smallest(a, b) > 2 K and a > 0 °C", "room > -5 °C",
            "after 22:00 and before 06:30", "after sunset and before 23:00",
            "after sunset-30min and before sunrise + 1h", "before 06:00 or after 22:00",
            "on saturday, sunday and after 09:00", "on weekdays", "always",
            "room is unknown since 5 min or room > 60 °C", "door is not closed",
            "pressure < 990 hPa", "light < 20 lx", "count > 3", "room \u{2265} 28\u{A0}°C",
        ])
    func readable(text: String) {
        let errors = RuleBench.errors(rule(text), beside: #""latitude": 52.5, "longitude": 13.4"#)
        #expect(errors.map(\.description) == [])
    }

    /// What is wrong, the words that are marked, and what is said.
    @Test(
        "A mistake is shown at its words, with what would be right",
        arguments: [
            (
                "room > 28 and room < 40 °C", "28",
                "a number without a unit, where a temperature is expected"
            ),
            ("room > 28 °X", "28 °X", "unit \"°X\""),
            ("room > 28 degrees", "28 degrees", "there is no unit \"degrees\""),
            ("room > 28 °C && air > 80 %", "&&", "Did you mean \"and\"?"),
            ("room = 28 °C", "=", "numbers are compared with <, <=, > or >="),
            ("rain is weet", "weet", "Did you mean \"wet\"?"),
            ("rain is wet for 2 min", "for", "Did you mean \"since\"?"),
            ("rain is wet since 2", "2", "has no unit"),
            ("rain is wet since 2 fortnights", "2 fortnights", "unknown unit"),
            ("room", "room", "alone is not a condition"),
            ("room > 20 °C < 30 °C", "<", "compare two numbers at a time"),
            ("room > 28 °C or", "", "expected a condition or a number, found the end"),
            ("(room > 28 °C", "", "expected \")\""),
            ("room > 28 °C room", "room", "expected and, or, or the end"),
            ("and > 28 °C", "and", "is a word of the language, and no input can be called so"),
            ("after 25:00", "25:00", "expected a time of day"),
            ("after sunsett", "sunsett", "Did you mean \"sunset\"?"),
            ("on moonday", "moonday", "Did you mean \"monday\"?"),
            (
                "room + outside > 20 °C and room > 1 °C", "outside",
                "would be a temperature difference, which no sensor gives"
            ),
            ("room > 80 %  and room > 2 °C", "room > 80 %", ""),
            ("room > outside", "room > outside", "nothing says what these are"),
            ("room is unknown", "room is unknown", "nothing says what \"room\" is"),
            ("room / 0 > 2 V", "room / 0", "nothing is divided by zero"),
            ("room > 28 °C and room < 26 °C", "room < 26 °C", "can never be true"),
            ("door is open and door is closed", "door is closed", "can never be true"),
            ("room > 28 °C and ?", "?", "nothing here begins with \"?\""),
            ("min(a, b) > 2 V", "min", "Did you mean \"smallest\"?"),
            (
                "after 06:00 and before 08:00 and after 20:00", "after 20:00",
                "there is another \"after\""
            ),
            ("room > 99999999999999999999999999999 °C and true > 3 °C and", "", "found the end"),
        ])
    func mistakes(text: String, marked: String, told: String) throws {
        let errors = RuleBench.errors(rule(text), beside: #""latitude": 52.5, "longitude": 13.4"#)
        let error = try #require(errors.first, "\(text)")
        #expect(error.message.contains(told), "\(text): \(error.message)")
        #expect(error.path == "policies.air.rules[0].when")
        guard !told.isEmpty, let span = error.span else { return }
        let bytes = Array(text.utf8)
        #expect(String(decoding: bytes[span.clamped(to: 0..<bytes.count)], as: UTF8.self) == marked)
    }

    @Test(
        "A check shows the line, the column, a mark below the words, and the line as it should be")
    func excerpt() throws {
        let text = """
            {"rules": [
              {"name": "rain", "when": "\\"x", "set": {"fan": "on"}},
              {"name": "cooling", "when": "room > 28 °C and rain is weet", "set": {"fan": "on"}}
            ]}
            """
        let file = ConfigurationText(name: "air.json", Array(text.utf8))
        let json = try JSONValue(parsing: file.bytes)
        let errors = try #require(
            thrownError(ConfigurationErrors.self) {
                _ = try SettingsReader.read(RuleSettings.self, from: json, at: SettingPath(""))
            })
        let lines = file.report(errors).joined(separator: "\n").split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("air.json:2:29: ") })
        #expect(
            lines.contains {
                $0.hasPrefix("air.json:3:57: rules[1].when: expected a state, found \"weet\"")
            })
        let mark = try #require(lines.lastIndex { $0.contains("^^^^") })
        let before = lines[mark].prefix { $0 != "^" }.count
        #expect(lines[mark - 1].dropFirst(before).hasPrefix("weet"), "\(lines)")
        #expect(lines.last?.contains("room > 28 °C and rain is wet\"") == true)
    }

    @Test("What is too long, too deep or too many is refused as such") func bounds() {
        let deep = String(repeating: "(", count: 900) + "room > 28 °C"
        #expect(RuleBench.errors(rule(deep)).first?.message.contains("32 deep at most") == true)
        let denied = String(repeating: "not ", count: 400) + "rain is wet"
        #expect(RuleBench.errors(rule(denied)).first?.message.contains("32 deep at most") == true)
        let long = Array(repeating: "room > 28 °C", count: 70_000).joined(separator: " or ")
        #expect(RuleBench.errors(rule(long)).first?.message.contains("at most 2000") == true)
        let wide = Array(repeating: "room > 28 °C", count: 115).joined(separator: " or ")
        #expect(RuleBench.errors(rule(wide)) == [])
        let many = (0..<10_000).map { #"{"name": "r\#($0)", "when": "always", "alert": "x"}"# }
        let errors = RuleBench.errors(many.joined(separator: ","))
        #expect(errors.map(\.path) == ["policies.air.rules"])
        #expect(errors.first?.message.contains("1 to 1000") == true)
    }

    @Test(
        "A text with any byte changed is read, or refused with its place; nothing ends the program")
    func flipped() {
        let text =
            "average(room, -outside) >= 2.5 °C since 2 min or not (rain is wet) and after sunset+30min and before 06:30"
        for index in text.utf8.indices {
            let place = text.utf8.distance(from: text.utf8.startIndex, to: index)
            for value in stride(from: UInt8(0), through: 255, by: 3) {
                var bytes = Array(text.utf8)
                bytes[place] ^= value
                let changed = String(decoding: bytes, as: UTF8.self)
                guard
                    case .failure(let error) = Result(catching: { () throws(LanguageError) in
                        try Clause(changed)
                    })
                else { continue }
                #expect(error.span.upperBound <= changed.utf8.count && !error.message.isEmpty)
            }
        }
    }

    @Test(
        "Events are read, and what is none is refused",
        arguments: [
            ("button.press", nil), ("a.long-press or b becomes open", nil),
            ("button.pressed", "Did you mean \"press\"?"), ("button", "expected \".press\""),
            ("button becomes", "expected a state"), ("button.press and x", "is said by \"when\""),
            ("not.press", "is a word of the language"), ("", "expected"),
            ("door becomes opn", "Did you mean \"on\" or \"open\"?"),
        ] as [(String, String?)])
    func events(text: String, told: String?) {
        let errors = RuleBench.errors(
            #"{"name": "a", "on": "\#(text)", "set": {"fan": "on"}, "for": "1 min"}"#)
        guard let told else { return #expect(errors == []) }
        #expect(errors.first?.message.contains(told) == true, "\(text): \(errors)")
    }

    @Test(
        "Rules that do not go together are refused where it is written",
        arguments: [
            (#"{"name": "a", "set": {"fan": "on"}}"#, "rules[0].name", "say when it begins"),
            (#"{"name": "a", "when": "always"}"#, "rules[0].name", "it does nothing"),
            (
                #"{"name": "a", "on": "b.press", "set": {"fan": "on"}}"#, "rules[0].set",
                "for how long"
            ),
            (
                #"{"name": "a", "when": "always", "resume": true, "alert": "x"}"#,
                "rules[0].resume", "\"for\""
            ),
            (
                #"{"name": "a", "when": "always", "set": {"fan": "sometimes"}}"#,
                "rules[0].set.fan", "\"on\", \"off\""
            ),
            (
                #"{"name": "a", "when": "always", "set": {"and": "on"}}"#, "rules[0].set",
                "word of the language"
            ),
            (
                #"{"name": "a", "when": "fan > 1 V", "set": {"fan": "on"}}"#, "rules[0].set",
                "is an input, too"
            ),
            (
                #"{"name": "a", "when": "always", "set": {"fan": "on"}}, {"name": "a", "when": "always", "alert": "x"}"#,
                "rules[1].name", "called so, too"
            ),
            (
                #"{"name": "a", "when": "always", "set": {"fan": "on"}}, {"name": "b", "when": "always", "set": {"fan": "off"}}"#,
                "rules[0].set.fan", "say a \"priority\""
            ),
            (
                #"{"name": "a", "when": "always", "set": {"fan": "on"}, "priority": 1}, {"name": "b", "when": "always", "set": {"fan": "off"}, "priority": 1}"#,
                "rules[1].set.fan", "the same \"priority\""
            ),
            (
                #"{"name": "a", "when": "always", "set": {"fan": "on"}, "priority": 1}, {"name": "b", "when": "always", "set": {"fan": "20 deg"}, "priority": 2}"#,
                "rules[1].set.fan", "of another kind"
            ),
            (
                #"{"name": "a", "when": "room > 28 °C", "until": "room > 26 °C", "set": {"fan": "on"}}"#,
                "rules[0].until", "would never begin"
            ),
            (
                #"{"name": "a", "when": "after sunset", "set": {"fan": "on"}}"#, "rules[0].when",
                "latitude"
            ),
            (
                #"{"name": "a", "when": "b is wet", "set": {"fan": "on"}}, {"name": "c", "when": "b > 3 V", "alert": "x"}"#,
                "rules[1].when", "a contact elsewhere"
            ),
            (
                #"{"name": "a", "every": "10 s", "for": "20 s", "set": {"fan": "on"}}"#,
                "rules[0].for", "shorter"
            ),
            (
                #"{"name": "a", "when": "always", "set": {"fan": "on"}, "at_most": "many a day"}"#,
                "rules[0].at_most", "such as \"4 a day\""
            ),
            (
                #"{"name": "a", "when": "always", "set": {"fan": "on"}, "at_most": "4 a year"}"#,
                "rules[0].at_most", "such as \"4 a day\""
            ),
            (#"{"name": "a b", "when": "always", "alert": "x"}"#, "rules[0].name", "letters"),
        ])
    func shapes(rules: String, place: String, told: String) throws {
        let errors = RuleBench.errors(rules)
        let error = try #require(errors.first { $0.path == "policies.air.\(place)" }, "\(errors)")
        #expect(error.message.contains(told), "\(error.message)")
    }

    @Test("A longest time for what no rule sets is refused, with what the rules set")
    func longest() {
        let errors = RuleBench.errors(
            #"{"name": "a", "when": "always", "set": {"pmp": "on"}}"#,
            beside: #""longest": {"pump": "1 min"}"#)
        #expect(errors.map(\.path) == ["policies.air.longest.pump"])
        #expect(errors.first?.message == "no rule sets \"pump\"; the rules set pmp")
    }
}
