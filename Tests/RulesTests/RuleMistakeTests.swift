import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Rules

/// Mistakes that people make who read the page once: each is told once, in its place, with a cure.
@Suite struct RuleMistakeTests {
    private func rule(_ when: String, until: String? = nil) -> String {
        let end = until.map { #", "until": \#(JSONValue.string($0).line)"# } ?? ""
        return
            #"{"name": "a", "when": \#(JSONValue.string(when).line)\#(end), "set": {"fan": "on"}}"#
    }

    private func errors(_ rules: String, beside: String = "") -> [ConfigurationError] {
        let sun = #""latitude": 52.5, "longitude": 13.4"#
        return RuleBench.errors(rules, beside: beside.isEmpty ? sun : "\(sun), \(beside)")
    }

    private func marked(_ error: ConfigurationError, in text: String) -> String {
        let bytes = Array(text.utf8)
        return String(
            decoding: bytes[(error.span ?? 0..<0).clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    private func corrected(_ error: ConfigurationError) -> String? {
        guard case .replace(let value) = error.correction, case .string(let text) = value else {
            return nil
        }
        return text
    }

    // MARK: Signs and words of other languages

    @Test(
        "A sign or a word of another language is named, and corrected where only one thing can be meant",
        arguments: [
            ("water == 60 %", "==", "numbers are compared with <, <=, > or >=", nil),
            ("water != 60 %", "!=", "numbers are compared with <, <=, > or >=", nil),
            ("water <> 60 %", "<>", "numbers are compared with <, <=, > or >=", nil),
            ("rain == wet", "==", "Did you mean \"is\"?", "rain is wet"),
            ("rain=wet", "=", "Did you mean \"is\"?", "rain is wet"),
            ("rain != wet", "!=", "Did you mean \"is not\"?", "rain is not wet"),
            ("water =< 60 %", "=<", "Did you mean \"<=\"?", "water <= 60 %"),
            ("water => 60 %", "=>", "Did you mean \">=\"?", "water >= 60 %"),
            ("water > 60 %&&rain is wet", "&&", "\"and\"", "water > 60 % and rain is wet"),
            ("water > 60 % || rain is wet", "||", "\"or\"", "water > 60 % or rain is wet"),
            ("!(rain is wet)", "!", "\"not\"", "not (rain is wet)"),
            ("water > 60 % AND rain is wet", "AND", "\"and\"", "water > 60 % and rain is wet"),
            ("NOT rain is wet", "NOT", "\"not\"", "not rain is wet"),
            ("water above 60 %", "above", "Did you mean \">\"?", "water > 60 %"),
            ("water is below 60 %", "is below", "Did you mean \"<\"?", "water < 60 %"),
            ("water is greater than 60 %", "is greater than", "\">\"", "water > 60 %"),
            ("water is 60 %", "is", "\"is\" is for the state of a contact", nil),
            ("max(a, b) > 60 %", "max", "\"largest\"", "largest(a, b) > 60 %"),
            ("abs(a) > 60 %", "abs", "there is no function \"abs\"", nil),
            ("water > 60,5 %", "60,5", "Did you mean \"60.5\"?", "water > 60.5 %"),
            ("largest(a, 60,5 %) > 1 %", "60,5", "Did you mean \"60.5\"?", nil),
            ("after 22 and before 23:00", "22", "\"22:00\"", "after 22:00 and before 23:00"),
            ("sunset and rain is wet", "sunset", "behind \"after\" or \"before\"", nil),
        ] as [(String, String, String, String?)])
    func foreign(text: String, words: String, told: String, right: String?) throws {
        let errors = errors(rule(text))
        let error = try #require(errors.first)
        #expect(errors.count == 1, "\(errors)")
        #expect(error.message.contains(told), "\(error.message)")
        #expect(marked(error, in: text) == words)
        #expect(corrected(error) == right)
        if let right { #expect(self.errors(rule(right)) == [], "\(right)") }
    }

    @Test("A function of another language keeps its name as that of an input")
    func names() { #expect(errors(rule("max > 60 % and over < 3 V")) == []) }

    @Test(
        "A word of the language that stands where an input must is refused as a name",
        arguments: [
            "after > 28 °C", "on is wet", "since > 3 V", "average > 3 V", "always > 3 V",
            "clock > 3 V", "average(on, b) > 3 V", "known is unknown",
        ])
    func keptWords(text: String) throws {
        let errors = errors(rule(text))
        let error = try #require(errors.first)
        #expect(errors.count == 1)
        #expect(
            error.message
                == "\"\(marked(error, in: text))\" is a word of the language, and no input can be called so"
        )
        #expect(error.code == .badName)
    }

    // MARK: Names

    @Test("A name that is two things is told once, where it is what it is least often")
    func twoKinds() throws {
        let rules = [
            #"{"name": "a", "on": "motion.press", "set": {"fan": "on"}, "for": "1 min"}"#,
            #"{"name": "b", "when": "motion is detected and motion is unknown since 1 min", "alert": "x"}"#,
            #"{"name": "c", "when": "motion is detected and motion > 20 °C", "alert": "x"}"#,
        ]
        let press = errors(
            rules[0] + "," + rules[1] + "," + rules[1].replacing("\"b\"", with: "\"d\""))
        #expect(press.map(\.path) == ["policies.air.rules[0].on"])
        #expect(
            press.first?.message == "\"motion\" is a contact elsewhere, and here a button")
        let number = errors(rules[1] + "," + rules[2])
        #expect(number.map(\.path) == ["policies.air.rules[1].when"])
        #expect(number.first?.message == "\"motion\" is a contact elsewhere, and here a number")
        let all = errors(rules.joined(separator: ","))
        #expect(all.count == 1, "\(all)")
    }

    @Test(
        "A name that stands alone is told by what it is elsewhere",
        arguments: [
            ("outside > 3 °C", "compare it with a number, as elsewhere"),
            ("outside is closed", "write its state, as in \"outside is closed\""),
            ("room > 3 °C", "write its state, as in \"outside is closed\", or compare"),
        ])
    func alone(other: String, told: String) throws {
        let error = try #require(
            errors(
                rule("outside and room > 1 °C") + ","
                    + #"{"name": "b", "when": "\#(other)", "alert": "x"}"#
            ).first)
        #expect(error.message.contains(told), "\(error.message)")
    }

    @Test(
        "A rule that is called as the code of something else is refused",
        arguments: [
            ("idle", "has a meaning of its own"), ("always", "has a meaning of its own"),
            ("b-doubtful", "is what is reported of the rule \"b\""),
            ("b-spent", "is what is reported of the rule"),
            ("b-refused", "is what is reported of the rule"),
            ("fan-too-long", "is what is reported of the output \"fan\""),
            ("c-doubtful", nil), ("b-too-long", nil),
        ] as [(String, String?)])
    func codes(name: String, told: String?) {
        let errors = errors(
            #"{"name": "b", "when": "x is wet", "set": {"fan": "on"}}, {"name": "\#(name)", "when": "x is dry", "alert": "x"}"#
        )
        #expect(errors.map(\.path) == (told == nil ? [] : ["policies.air.rules[1].name"]))
        if let told { #expect(errors.first?.message.contains(told) == true, "\(errors)") }
    }

    // MARK: Numbers

    @Test(
        "A number that no sensor says is refused, and one without its percent is asked for it",
        arguments: [
            ("soil > 150 %", "soil > 150 %", "from 0 % to 100 %, so this is never true"),
            ("air < -5 %", "air < -5 %", "never true"),
            ("air >= 0 %", "air >= 0 %", "always true"),
            ("5 % > air", nil, nil), ("soil > 99 %", nil, nil), ("room < 1200 °C", nil, nil),
            ("room < -300 °C", "room < -300 °C", "never true"),
            ("soil < 35 and soil > 1 %", "35", "Did you mean \"35 %\"?"),
            ("soil < 0.35 and soil > 1 %", "0.35", "Did you mean \"35 %\"?"),
        ] as [(String, String?, String?)])
    func figures(text: String, words: String?, told: String?) throws {
        let errors = errors(rule(text))
        guard let told else { return #expect(errors == []) }
        let error = try #require(errors.first)
        #expect(error.message.contains(told), "\(error.message)")
        #expect(marked(error, in: text) == words)
    }

    @Test("A bare number is a count, and what stands at a ratio is told to write its percent")
    func bareNumber() throws {
        let plan = try RuleBench.settings(rule("soil < 0.35")).plan
        let soil = try #require(plan.inputs.first)
        #expect(soil.dimension?.quantities == [.count])
        #expect(soil.hint?.contains("It is compared with 0.35, which has no unit") == true)
        #expect(soil.hint?.contains("\"35 %\"") == true)
        #expect(
            try RuleBench.settings(rule("soil < 35")).plan.inputs.first?.hint?.contains("\"35 %\"")
                == true)
    }

    // MARK: Times of the day

    @Test(
        "An after and a before that do not stand side by side are refused where both are never true",
        arguments: [
            "(after 22:00 and w is wet) and before 06:30",
            "after 22:00 since 1 min and before 06:30",
            "before 06:30 and (w is wet and after 22:00)",
            "(after sunset and w is wet) and before sunrise",
            "((after 22:00 and w is wet) since 1 min) and before sunrise",
        ])
    func brokenWindow(text: String) throws {
        let errors = errors(rule(text))
        #expect(errors.count == 1)
        #expect(errors.first?.message.contains("never true: \"after ") == true, "\(errors)")
        #expect(errors.first?.message.contains("Write the two side by side") == true)
    }

    @Test(
        "Brackets around a whole part of the day, and parts that meet, are read",
        arguments: [
            "(after 22:00 and before 06:30) and w is wet",
            "after 22:00 and w is wet and before 06:30",
            "(after 22:00 and before 06:30) since 1 min",
            "(after sunset and w is wet) and before 23:00",
            "(after 06:00 and w is wet) and before 22:00", "not (after 22:00) and before 06:30",
        ])
    func window(text: String) { #expect(errors(rule(text)) == []) }

    // MARK: What goes together

    @Test(
        "Figures with which a rule could never begin, or begins and ends at one, are refused",
        arguments: [
            ("room > 28 °C", "room > 26 °C", "would never begin"),
            ("rain is wet and room > 1 °C", "rain is wet", "would never begin"),
            ("rain is wet since 1 min", "rain is wet or room > 1 °C", "would never begin"),
            ("room > 28 °C", "always", "would never begin"),
            ("level < 12 V", "level > 11 V", "Leave a gap"),
            ("room > 28 °C and air > 1 %", "room < 29 °C or air < 1 %", "Leave a gap"),
            ("room > 28 °C", "room < 26 °C", nil), ("room > 28 °C", "room < 28 °C", nil),
            ("room > 28 °C", "room < 30 °C since 5 min", nil), ("rain is wet", "room > 3 °C", nil),
            ("room > 20 °C and room < 30 °C", "room > 32 °C or room < 18 °C", nil),
        ] as [(String, String, String?)])
    func bands(when: String, until: String, told: String?) {
        let errors = errors(rule(when, until: until))
        guard let told else { return #expect(errors == []) }
        #expect(errors.map(\.path) == ["policies.air.rules[0].until"])
        #expect(errors.first?.message.contains(told) == true, "\(errors)")
    }

    @Test(
        "Settings of a rule that undo each other are refused where they stand",
        arguments: [
            (
                #""every": "1 h", "set": {"fan": "on"}, "for": "2 min""#,
                #""longest": {"fan": "1 min"}"#, "rules[0].for", "is longer than \"longest\""
            ),
            (
                #""when": "x is wet", "set": {"fan": "on"}, "severity": "alarm""#, "",
                "rules[0].severity", "needs \"alert\""
            ),
            (
                #""every": "1 min", "set": {"fan": "on"}, "for": "1 min""#, "",
                "rules[0].for", "must be shorter than \"every\""
            ),
            (
                #""when": "x is wet", "ask": {"door": "set night_below=99% accept=lock-now"}"#, "",
                "rules[0].ask.door", "a rule cannot confirm"
            ),
        ])
    func together(rule: String, beside: String, place: String, told: String) throws {
        let errors = errors(#"{"name": "a", \#(rule)}"#, beside: beside)
        #expect(errors.map(\.path) == ["policies.air.\(place)"])
        #expect(errors.first?.message.contains(told) == true, "\(errors)")
    }

    @Test(
        "How often a rule may begin is told with its units and limits, and corrected where that is certain",
        arguments: [
            ("20 per hour", "20 an hour"), ("4 per day", "4 a day"), ("4 a days", nil),
            ("0 an hour", nil), ("1000000000 a week", nil), ("3/day", "3 a day"),
        ] as [(String, String?)])
    func atMost(text: String, right: String?) throws {
        let errors = errors(
            #"{"name": "a", "when": "x is wet", "alert": "x", "at_most": "\#(text)"}"#)
        let error = try #require(errors.first)
        #expect(errors.count == 1)
        #expect(error.path == "policies.air.rules[0].at_most")
        #expect(
            error.message.contains("1 to 100 a minute, hour, day or week, such as \"4 a day\""))
        #expect(corrected(error) == right)
    }

    // MARK: Words of a part

    @Test("What a rule began with is shown with its brackets") func brackets() throws {
        let clause = try Clause("(rain is wet) since 5 s or (rain is dry or x is wet) since 5 s")
        let root = clause.nodes[clause.root]
        #expect(clause.words(of: root.left) == "(rain is wet) since 5 s")
        #expect(clause.words(of: root.right) == "(rain is dry or x is wet) since 5 s")
        let denied = try Clause("not (rain is wet)")
        #expect(denied.words(of: denied.root) == "not (rain is wet)")
        #expect(clause.words(of: clause.root) == clause.text)
    }

    @Test("What is shown as an example of a comparison can be read") func example() throws {
        for text in ["largest(a, b) > (a + b)", "room > outside", "a + b > b + a"] {
            let error = try #require(errors(rule(text)).first)
            let parts: [Substring] = error.message.split(separator: "as in \"")
            let rest = try #require(parts.last)
            let shown: Substring = try #require(rest.split(separator: "\"").first)
            #expect(errors(rule(text + " and " + shown)).allSatisfy { $0 != error }, "\(shown)")
            #expect((try? Clause(String(shown))) != nil, "\(shown)")
        }
    }
}
