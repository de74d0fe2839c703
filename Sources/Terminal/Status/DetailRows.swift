import Core
import JSON
import Values

/// What a policy tells of itself in its details (`docs/status.md`), as rows of names with words.
enum DetailRows {
    typealias Row = (name: String, text: String)

    /// People know these as the usual state of what has a mode.
    private static let usualMode = "auto"

    /// What people are told while it lasts: ("hot", "alarm: the room is hot").
    static func alerts(_ details: JSONValue?) -> [Row] {
        StandingAlert.all(in: details).map { alert in
            (
                alert.code,
                [alert.severity.rawValue, alert.text].compactMap { $0 }.joined(separator: ": ")
            )
        }
    }

    typealias NamedRows = (title: String, rows: [Row])

    /// Each list of things that have a name, by its key in the details.
    static func lists(_ details: JSONValue?) -> [NamedRows] {
        guard case .object(let members)? = details else { return [] }
        var lists: [NamedRows] = []
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            guard case .array(let items) = value else { continue }
            let rows = items.compactMap(named)
            guard !rows.isEmpty, rows.count == items.count else { continue }
            lists.append((key.split(separator: "_").joined(separator: " "), rows))
        }
        return lists
    }

    private static func named(_ item: JSONValue) -> Row? {
        guard case .object(let members) = item, let name = text(members["name"]) else {
            return nil
        }
        return (name, words(members))
    }

    /// What goes to an output, and why: "on, by cooling"; `nil` where the details do not say.
    static func output(_ name: String, _ details: JSONValue?) -> String? {
        let output = details?["outputs"]?[name]
        guard let now = text(output?["is"]) else { return nil }
        return now + (text(output?["by"]).map { ", by \($0)" } ?? "")
    }

    /// "paused, active for 3 min, 12 min left, until room < 26 °C (false)"
    private static func words(_ members: [String: JSONValue]) -> String {
        var rest = members
        let take = { (key: String) in rest.removeValue(forKey: key) }
        _ = take("name")
        var words = [text(take("mode"))].compactMap { $0 }.filter { $0 != usualMode }
        let (since, left) = (span(take("active_seconds")), span(take("seconds_left")))
        if case .bool(let isActive)? = take("is_active") {
            let time = since.map { " for \($0)" } ?? ""
            words.append(isActive ? "active\(time)" : "not active")
        }
        if let left { words.append("\(left) left") }
        // From the end of the alphabet, so that `when` comes before `until`.
        for (key, value) in rest.sorted(by: { $0.key > $1.key }) where !isState(key, of: rest) {
            let state = rest["\(key)_is"].map { " (\(PlainText.text(of: $0)))" } ?? ""
            let (label, plain) = PlainText.figure(key, value)
            words.append("\(label) \(plain)\(state)")
        }
        return words.joined(separator: ", ")
    }

    /// Whether it is what another member is now: "when_is" of "when".
    private static func isState(_ key: String, of members: [String: JSONValue]) -> Bool {
        key.hasSuffix("_is") && members[String(key.dropLast(3))] != nil
    }

    private static func span(_ value: JSONValue?) -> String? {
        guard case .number(let seconds)? = value else { return nil }
        return Values.text(ofSeconds: seconds)
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }
}

extension PolicyReport {
    /// Alerts with a sentence that people should look at, and that the reason does not contain: "alarm hot: the room is hot".
    var alertTexts: [String] {
        StandingAlert.all(in: details).compactMap { alert in
            guard let text = alert.text, alert.severity > .info,
                reason?.text.mentions(text) != true
            else { return nil }
            return "\(alert.severity.rawValue) \(alert.code): \(text)"
        }
    }
}
