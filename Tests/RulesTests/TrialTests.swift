import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Rules

/// What `roost rules test` says of a file, and of rules that do something else than it expects.
@Suite struct TrialTests {
    private static let rules = #"""
        {"name": "rain", "when": "rain is wet", "set": {"fan": "on"}, "ask": {"door": "lock"}},
        {"name": "call", "on": "bell.press", "set": {"lamp": "on"}, "for": "1 min"}
        """#

    private func file(_ steps: String, beside: String = "") throws -> TrialFile {
        let text = #"{"settings": {"rules": [\#(Self.rules)]}\#(beside), "steps": [\#(steps)]}"#
        return try SettingsReader.read(
            from: try JSONValue(parsing: Array(text.utf8)), at: SettingPath(""))
    }

    private func failures(_ steps: String, beside: String = "") throws -> [String] {
        var trial = RuleTrial(try file(steps, beside: beside), settings: nil)
        trial.run()
        return trial.failures.map(\.description)
    }

    @Test(
        "A name or a value that the rules do not know is told at once, and nothing is run",
        arguments: [
            (#""inputs": {"rian": "wet"}"#, #"no rule has an input "rian". Did you mean "rain"?"#),
            (#""inputs": {"rain": "weet"}"#, #"expected a state such as "closed" or "open""#),
            (#""inputs": {"rain": "20 °C"}"#, #""rain" is "20 °C"; expected a state"#),
            (#""events": ["bell.pres"]"#, #"Did you mean "bell.press"?"#),
            (#""expect": {"fna": "on"}"#, #"no rule sets "fna". Did you mean "fan"?"#),
            (#""expect": {"fan": "sometimes"}"#, "is not a value of an output"),
            (#""reason": "rian""#, #"no reason of these rules is called "rian""#),
            (#""asked": {"dor": "lock"}"#, #"no rule asks "dor". Did you mean "door"?"#),
        ])
    func mistakes(member: String, told: String) throws {
        var trial = RuleTrial(
            try file(
                #"{"at": "1 min", "expect": {"fan": "on"}}, {"at": "2 min", \#(member)}"#),
            settings: nil)
        trial.run()
        #expect(trial.isMistaken && trial.expectations == 0)
        #expect(trial.failures.count == 1 && trial.failures.first?.step == 1)
        #expect(trial.failures.first?.message.contains(told) == true, "\(trial.failures)")
    }

    @Test("A mistake before the steps is told by its key") func mistakeBeforeSteps() throws {
        let told = try failures(
            #"{"at": "1 min", "expect": {"fan": "on"}}"#, beside: #", "inputs": {"rain": "weet"}"#)
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("inputs: \"rain\" is \"weet\"") == true, "\(told)")
        #expect(told.first?.hasSuffix("Did you mean \"wet\"?") == true, "\(told)")
    }

    @Test("What is asked is compared as a whole: an ask that nobody expects is a failure")
    func asked() throws {
        let wet = #"{"at": "1 min", "inputs": {"rain": "wet"}, "asked": {"door": "lock"}}"#
        #expect(try failures(#"\#(wet), {"at": "2 min", "asked": {}}"#) == [])
        let told = try failures(#"{"at": "1 min", "inputs": {"rain": "wet"}, "asked": {}}"#)
        #expect(told.count == 1)
        #expect(
            told.first?.contains("expected that door is asked nothing, found \"lock\"") == true)
        let none = try failures(#"{"at": "1 min", "asked": {"door": "lock"}}"#)
        #expect(none.first?.contains("is asked to \"lock\", found nothing") == true, "\(none)")
        #expect(
            try failures(#"{"at": "1 min", "inputs": {"rain": "wet"}, "expect": {"fan": "on"}}"#)
                == [])
    }

    @Test(
        "A day that no month has is refused",
        arguments: [
            ("2026-02-30", false), ("2026-02-29", false), ("2028-02-29", true),
            ("2026-04-31", false), ("2026-12-31", true), ("2026-12-32", false),
        ])
    func days(day: String, isReal: Bool) {
        #expect((TrialTime("\(day) 12:00 +01:00") != nil) == isReal)
    }

    @Test("Settings that are wrong are not called missing as well") func wrongSettings() throws {
        let text =
            #"{"settings": {"rules": [{"name": "a", "when": "x is weet", "alert": "x"}]}, "steps": [{"at": "1 s"}]}"#
        let json = try JSONValue(parsing: Array(text.utf8))
        let errors = try #require(
            thrownError(ConfigurationErrors.self) {
                _ = try SettingsReader.read(TrialFile.self, from: json, at: SettingPath(""))
            })
        #expect(errors.all.map(\.path) == ["settings.rules[0].when"])
    }
}
