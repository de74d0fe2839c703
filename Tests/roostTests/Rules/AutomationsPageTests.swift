import JSON
import Rules
import Settings
import TestSupport
import Testing

@testable import Core
@testable import roost

/// docs/automations.md: what it shows can be read, and does what it says.
@Suite struct AutomationsPageTests {
    private let page: String

    init() throws {
        page = String(decoding: try projectFile("docs/automations.md"), as: UTF8.self)
    }

    private var listings: [String] {
        page.components(between: "```json\n", and: "\n```")
    }

    @Test("each configuration that the page shows would start, with nothing to look at")
    func configurations() throws {
        var count = 0
        for text in listings where text.contains("\"drivers\"") {
            let configuration = try ConfigurationReader.read(
                Array(text.utf8), registry: ConfigurationFile.registry)
            #expect(configuration.remarks == [])
            count += 1
        }
        #expect(count > 0)
    }

    /// The policy of a configuration that the page shows.
    private func settings(of policy: String) throws -> RuleSettings? {
        for text in listings where text.contains("\"drivers\"") {
            let configuration = try ConfigurationReader.read(
                Array(text.utf8), registry: ConfigurationFile.registry)
            let entry = configuration.policies.first { $0.name == policy }
            if let settings = entry?.settings(as: RuleSettings.self) { return settings }
        }
        return nil
    }

    private func trial(_ text: String) throws -> RuleTrial {
        let file = try SettingsReader.read(
            TrialFile.self, from: try JSONValue(parsing: Array(text.utf8)), at: SettingPath(""))
        guard let policy = file.policy else { return RuleTrial(file, settings: nil) }
        let settings: RuleSettings = try #require(try settings(of: policy))
        return RuleTrial(file, settings: settings)
    }

    @Test("each test that the page shows is met, and there are thirteen recipes") func recipes()
        throws
    {
        var count = 0
        for text in listings where text.contains("\"steps\"") {
            var trial = try trial(text)
            trial.run()
            #expect(trial.failures == [], "\(text.prefix(200))")
            #expect(trial.expectations > 0)
            count += 1
        }
        #expect(count == 15)
    }

    @Test("what the page shows of its example is what the commands say") func example() throws {
        let text = try #require(listings.first { $0.contains("\"policy\": \"water\"") })
        var trial = try trial(text)
        trial.run()
        #expect(page.contains("beds-test.json: \(trial.expectations) expectations, all met"))
        let press = text.split(separator: "\n").filter { $0.contains("button.press") }
        var short = try self.trial(
            #"{"config": "beds.json", "policy": "water", "start": "2026-06-21 12:00 +02:00", "inputs": {"soil": "20 %"}, "steps": ["#
                + (press.first?.dropLast() ?? "") + "]}")
        short.run()
        #expect(page.contains("water   running  \(short.why)\n"))
        let configuration = try ConfigurationReader.read(
            Array(try #require(listings.first { $0.contains("\"beds\"") }).utf8),
            registry: ConfigurationFile.registry)
        let water = try #require(configuration.policies.first)
        let ends = water.bindings.sorted { $0.key < $1.key }
            .map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
        #expect(page.contains("  policy water: rules, every 1.0 s; \(ends)\n"))
    }

    @Test("the page names each key of a rule, each word of the language, and each setting")
    func keys()
        throws
    {
        let settings = SettingsReader.describe(RuleSettings.self)
        let rule = try #require(settings.first { $0.key == "rules" })
        for key in rule.members.map(\.key) where key != "severity" {
            #expect(page.contains("\n| `\(key)` |"), "\(key)")
        }
        for key in settings.map(\.key) { #expect(page.contains("`\(key)`"), "\(key)") }
        for word in RulePlan.keptWords { #expect(page.contains("`\(word)`"), "\(word)") }
    }

    @Test("the example of a house of rules would start, with nothing to look at") func house()
        throws
    {
        let text = try projectFile("config/rules.json")
        let configuration = try ConfigurationReader.read(
            text, registry: ConfigurationFile.registry)
        #expect(configuration.remarks == [])
        let house = try #require(configuration.policies.first?.settings(as: RuleSettings.self))
        let file = try SettingsReader.read(
            TrialFile.self,
            from: try JSONValue(parsing: try projectFile("config/trials/rules.json")),
            at: SettingPath(""))
        var trial = RuleTrial(file, settings: house)
        trial.run()
        #expect(trial.failures == [] && trial.expectations > 10)
    }

    @Test("the mistake that the page shows is shown so") func mistake() throws {
        let shown = try #require(page.components(between: "```\nshed.json", and: "\n```").first)
        let fan = try #require(listings.first { $0.contains("\"drivers\"") })
        let text = fan.replacing(
            #"{ "name": "cooling", "when": "room > 28 °C", "until": "room < 26 °C", "set": { "fan": "on" } }"#,
            with:
                #"{ "name": "rain", "when": "rain is weet since 2 min", "set": { "fan": "off" } }"#)
        let file = ConfigurationText(name: "shed.json", Array(text.utf8))
        let errors = try #require(
            thrownError(ConfigurationErrors.self) {
                _ = try ConfigurationReader.read(
                    file.bytes, registry: ConfigurationFile.registry)
            })
        let report = file.report(errors).joined(separator: "\n")
        let lines = "shed.json\(shown)".split(separator: "\n")
        let first = try #require(lines.first).split(separator: " …").first ?? ""
        #expect(report.contains(first), "\(report)")
        for line in lines.dropFirst() { #expect(report.contains(line), "\(report)") }
    }
}

extension String {
    fileprivate func components(between start: String, and end: String) -> [String] {
        split(separator: start, omittingEmptySubsequences: false).dropFirst().compactMap {
            $0.split(separator: end, omittingEmptySubsequences: false).first.map(String.init)
        }
    }
}
