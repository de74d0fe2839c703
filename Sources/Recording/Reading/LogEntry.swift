import Core
import JSON
import Values

/// Something in the record that people read: a decision, a line of the log, a beginning or an end.
package struct LogEntry: Sendable {
    package enum Weight: Sendable {
        /// A process began or ended.
        case margin
        case plain, warning, failure
    }

    package let at: Instant
    /// `nil` where the machine did not know.
    package let time: WallTime?
    /// Who decided or said it.
    package let name: String
    package let kind: Row.Kind
    package let text: String
    package let weight: Weight
    /// Of a decision: the word for its reason.
    package let code: String?

    /// For programs.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "kind": .string(kind.rawValue), "text": .string(text),
            "monotonic_ns": JSONValue(integer: at.nanoseconds) ?? .null,
            "time": JSONValue(time?.description), "utc": .null,
        ]
        if let time { members["utc"] = .number(time.secondsSince1970) }
        if !name.isEmpty { members["name"] = .string(name) }
        if let code {
            members["code"] = .string(code)
            members["is_failsafe"] = .bool(weight == .warning)
        }
        if kind == .log { members["is_error"] = .bool(weight == .failure) }
        return .object(members)
    }
}

/// Makes entries of rows. It remembers what it has seen, so that nothing is told twice.
package struct LogBook: Sendable {
    /// The rows that it makes something of.
    package static let kinds: Set<Row.Kind> = [.segment, .decision, .log, .lost, .end]

    private var run: Double?
    private var hasEnded = true
    private var decided: [String: String] = [:]

    package init() {}

    package mutating func entry(of row: Row, _ time: WallTime?) -> LogEntry? {
        switch row.kind {
        case .segment: beginning(row, time)
        case .end:
            ending(row, time)
        case .decision:
            decision(row, time)
        case .log: line(row, time)
        case .lost: Self.entry(row, time, Self.loss(row), .warning)
        case .step, .clock: nil
        }
    }

    private mutating func beginning(_ row: Row, _ time: WallTime?) -> LogEntry? {
        guard row.number("run") != run else { return nil }
        let isFirst = run == nil
        defer { (run, hasEnded, decided) = (row.number("run"), false, [:]) }
        let before =
            isFirst || hasEnded
            ? "" : "the one before ended without a word: killed, or a power cut; "
        return Self.entry(
            row, time, "\(before)roost \(row.text("version")) begins as \"\(row.text("name"))\"",
            .margin)
    }

    private mutating func ending(_ row: Row, _ time: WallTime?) -> LogEntry? {
        hasEnded = true
        return Self.entry(row, time, "roost ends in order", .margin)
    }

    private mutating func decision(_ row: Row, _ time: WallTime?) -> LogEntry? {
        decided[row.text("of")] = row.text("text")
        let weight = row.has("failsafe") ? LogEntry.Weight.warning : .plain
        return Self.entry(row, time, row.text("text"), weight)
    }

    /// A decision is logged, too.
    private func line(_ row: Row, _ time: WallTime?) -> LogEntry? {
        let text = row.text("text")
        guard decided[row.text("of")] != text else { return nil }
        let weight: LogEntry.Weight =
            switch row.text("level") {
            case "error": .failure
            case "warning": .warning
            default: .plain
            }
        return Self.entry(row, time, text, weight)
    }

    private static func loss(_ row: Row) -> String {
        let why = row.text("why")
        guard why.isEmpty else { return "a step is missing here: \(why)" }
        let steps = row.number("steps").map { "\(shortText(of: $0)) steps and " } ?? ""
        return "missing here: \(steps)\(shortText(of: row.number("lines") ?? 0)) lines"
    }

    private static func entry(
        _ row: Row, _ time: WallTime?, _ text: String, _ weight: LogEntry.Weight
    ) -> LogEntry {
        let code = row.text("code")
        return LogEntry(
            at: row.at, time: time, name: row.text("of"), kind: row.kind, text: text,
            weight: weight, code: code.isEmpty ? nil : code)
    }
}
