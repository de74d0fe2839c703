import JSON
import Settings
import Values

/// What rules are expected to do, step by step over hours that take no time: a file for `roost rules test`.
package struct TrialFile: PluginSettings {
    struct Step: PluginSettings {
        let at: Duration
        let inputs: [String: String]
        let events: [String]
        let expected: [String: String]
        let reason: String?
        let asked: [String: String]?
        let restarts: Bool

        init(_ read: SettingsReader) {
            at = read(
                required: "at", .duration(.zero ... .seconds(2_678_400)),
                "So long after the beginning.")
            inputs = read(
                "inputs", TrialFile.values, default: [:],
                "What inputs say from then on; \"unknown\" for one that does not answer.")
            events = read(
                "events", .list(of: .text("an event such as \"button.press\""), count: 0...100),
                default: [], "What happens then.")
            expected = read(
                "expect", TrialFile.values, default: [:],
                "What outputs are then: \"on\", \"off\", \"40 %\"; \"safe\" where no rule commands them."
            )
            reason = read(
                optional: "reason", .text("a code such as \"cooling\""), "The code of the reason.")
            asked = read(
                optional: "asked", TrialFile.values,
                "All that was asked of which plugin since the step before, in the words of \"ask\"; {} for nothing."
            )
            restarts = read(
                "restart", .bool, default: false, "Whether the service starts anew right before.")
        }
    }

    static let values = SettingKind<[String: String]>.named(.text("a value"), count: 0...100)

    /// A configuration whose policy is tried; `nil` where the rules stand here.
    package let configuration: String?
    package let policy: String?
    let settings: RuleSettings?
    let start: TrialTime?
    let period: Duration
    let inputs: [String: String]
    let steps: [Step]

    /// How much time it takes in its world.
    package var length: Duration { steps.last?.at ?? .zero }

    package init(_ read: SettingsReader) {
        configuration = read(
            optional: "config", .text("the name of a file"), "The configuration with the rules.")
        policy = read(
            optional: "policy", .text("the name of a policy"), "Which policy of that.")
        settings = read(
            optional: "settings", .object(RuleSettings.self), "The settings with the rules.")
        start = read(
            optional: "start",
            .parsed(
                "a time such as \"2026-06-21 18:00 +02:00\"",
                pattern: #"^\d{4}-\d\d-\d\d \d\d:\d\d [-+]\d\d:\d\d$"#,
                placeholder: TrialTime.epoch),
            "What time it is at the beginning; without it, the clock is not set.")
        period = read(
            "every", .duration(.milliseconds(50) ... .seconds(60)), default: .seconds(1),
            "How often the policy steps.")
        inputs = read("inputs", Self.values, default: [:], "What inputs say at the beginning.")
        steps = read(
            required: "steps", .list(of: .object(Step.self), count: 1...1000),
            "What happens when, and what is expected then.")
        read.rule(
            .atMostOne(["settings", "config"]), "settings", "the rules are in that file already")
        read.rule(
            .together(["config", "policy"]), "config", "needs \"policy\", and that needs this")
        read.check(
            read.isPresent("settings") || read.isPresent("config"), "settings",
            "missing; expected the settings with the rules, or \"config\" and \"policy\"")
        var latest = Duration.zero
        for (index, step) in steps.enumerated() {
            read.check(step.at >= latest, "steps", "steps[\(index)] is before the one before it")
            latest = step.at
        }
    }
}

/// "2026-06-21 18:00 +02:00"
struct TrialTime: LosslessStringConvertible, Sendable {
    let time: WallTime
    let description: String

    static let epoch = TrialTime(time: .epoch, description: "1970-01-01 00:00 +00:00")

    private init(time: WallTime, description: String) {
        self.time = time
        self.description = description
    }

    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, let ahead = Self.ahead(words[2]),
            let minutes = Self.numbers(words[1], ":", 2), let date = Self.numbers(words[0], "-", 3),
            (2024...2099).contains(date[0]), (0..<24).contains(minutes[0]),
            (0..<60).contains(minutes[1]),
            let days = CivilDate.daysSince1970(year: date[0], month: date[1], day: date[2])
        else { return nil }
        let seconds = Double(days * 86_400 + minutes[0] * 3600 + minutes[1] * 60 - ahead)
        guard let time = WallTime(secondsSince1970: seconds, secondsAheadOfUTC: ahead) else {
            return nil
        }
        self.init(time: time, description: text)
    }

    private static func numbers(
        _ text: Substring, _ separator: Character, _ count: Int
    ) -> [Int]? {
        let numbers = text.split(separator: separator, omittingEmptySubsequences: false)
            .compactMap { Int($0) }
        return numbers.count == count ? numbers : nil
    }

    private static func ahead(_ text: Substring) -> Int? {
        guard let sign = text.first, sign == "+" || sign == "-",
            let parts = numbers(text.dropFirst(), ":", 2), (0...14).contains(parts[0]),
            (0..<60).contains(parts[1])
        else { return nil }
        return (parts[0] * 3600 + parts[1] * 60) * (sign == "-" ? -1 : 1)
    }
}
