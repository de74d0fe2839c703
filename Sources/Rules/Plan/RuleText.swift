import Core
import JSON
import Settings
import Values

/// A rule as it stands in a file.
struct RuleText: PluginSettings {
    let name: String
    let when: String?
    let until: String?
    let on: String?
    let every: Duration?
    let time: Duration?
    let set: [String: String]
    let ask: [String: String]
    let alert: String?
    let severity: Severity
    let atMost: AtMost?
    let priority: Int?
    let grace: Duration?
    let atLeast: Duration?
    let resumes: Bool

    init(_ read: SettingsReader) {
        name = read(
            required: "name",
            .matching(plainNameRule, schema: SettingSchema.plainName, isPlainName),
            "Its name in messages, in the log and in the code of the reason.", protects: .nothing)
        when = read(
            optional: "when", Self.condition,
            "It begins when this becomes true, or is true at the start. With `on` or `every`: only while this is true.",
            protects: .nothing)
        until = read(
            optional: "until", Self.condition,
            "It ends when this is true. Without it, and without `for`, it ends when `when` is false.",
            protects: .nothing)
        on = read(
            optional: "on", Self.event,
            "It begins with each of these events.", protects: .nothing)
        every = read(
            optional: "every", .duration(.seconds(1) ... .seconds(2_592_000)),
            "It begins this long after its last beginning, or after the start of the service.",
            protects: .nothing)
        time = read(
            optional: "for", .duration(.milliseconds(100) ... .seconds(604_800)),
            "It ends after this time.", protects: .nothing)
        let value = SettingKind<String>.text("on, off, blink, a level such as \"40 %\" or an angle")
        set = read(
            "set", .named(value, count: 0...20), default: [:],
            "The value of each output while it is active.", protects: .nothing)
        ask = read(
            "ask",
            .named(.text("a request as behind \"roost send NAME\""), count: 0...10), default: [:],
            "The requests that it sends to other plugins when it begins.", protects: .nothing)
        alert = read(
            optional: "alert", .text("a sentence"),
            "The sentence that is reported while it is active.", protects: .nothing)
        severity = read(
            "severity", .oneOf(.warning), default: .warning, "How much the alert matters.",
            protects: .nothing)
        read.rule(
            .needs("severity", ["alert"]), "severity",
            "needs \"alert\": it says how much that matters")
        atMost = read(
            optional: "at_most",
            Self.often,
            "How often it may begin.", protects: .nothing)
        priority = read(
            optional: "priority", .integer(0...1000),
            "Of two rules that set one output the one with the greater number decides.",
            protects: .nothing)
        grace = read(
            optional: "grace", .duration(.zero ... .seconds(86_400)),
            "For this rule instead of the policy's.", protects: .nothing)
        atLeast = read(
            optional: "at_least", .duration(.seconds(1) ... .seconds(86_400)),
            "How long it remains active, and then inactive, at least.", protects: .nothing)
        resumes = read(
            "resume", .bool, default: false,
            "A rule with `for` continues after a restart, once the clock is good.",
            protects: .nothing)
    }

    private static var often: SettingKind<AtMost> {
        .parsed(
            "how often: 1 to \(AtMost.most) a minute, hour, day or week, such as \"4 a day\"",
            pattern: #"^[0-9]{1,3} an? (?:minute|hour|day|week)$"#,
            placeholder: AtMost(count: 1, window: .seconds(86_400)), meaning: AtMost.spelled)
    }

    private static var event: SettingKind<String> {
        .matching(
            "an event such as \"button.press\" or \"door becomes open\"",
            schema: ["minLength": 1]
        ) { !$0.isEmpty }
    }

    /// What is in it is looked at with the other rules, so that a mistake can be shown in its place.
    private static var condition: SettingKind<String> {
        .matching(
            "a condition such as \"room > 28 °C\"",
            schema: ["minLength": 1, "maxLength": .number(Double(Clause.longest))]
        ) { !$0.isEmpty }
    }
}

/// How often in a time: "4 a day".
struct AtMost: LosslessStringConvertible, Equatable, Sendable {
    let count: Int
    let window: Duration

    static let most = 100
    private static let windows: [(word: String, seconds: Int)] = [
        ("minute", 60), ("hour", 3600), ("day", 86_400), ("week", 604_800),
    ]

    init(count: Int, window: Duration) {
        self.count = count
        self.window = window
    }

    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 3, let count = Int(words[0]), (1...Self.most).contains(count),
            words[1] == "a" || words[1] == "an",
            let window = Self.windows.first(where: { $0.word == words[2] })
        else { return nil }
        self.init(count: count, window: .seconds(window.seconds))
    }

    /// "20 per hour" and "3/day" in the words of this setting; another text as it is.
    static func spelled(_ text: String) -> String {
        var words = text.split { $0 == " " || $0 == "/" }.map { $0.lowercased() }
        if words.count == 2 { words.insert("a", at: 1) }
        guard words.count == 3, ["a", "an", "per", "each", "every"].contains(words[1]),
            let count = Int(words[0])
        else { return text }
        let window = windows.first { $0.word == words[2] }
        return window.map { "\(AtMost(count: count, window: .seconds($0.seconds)))" } ?? text
    }

    var description: String {
        let word = Self.windows.first { .seconds($0.seconds) == window }?.word ?? "day"
        return "\(count) \(word == "hour" ? "an" : "a") \(word)"
    }
}
