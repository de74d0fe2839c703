import Core
import JSON
import Values

/// Why a policy was at a time what it was: its latest decision by then, and what it was made of.
package struct Explanation: Sendable {
    /// An input at the step that decided.
    package struct Input: Sendable {
        package let name: String
        /// "ratio 0.018"
        package let value: String
        /// "good, 0.2 s old"; empty where it is no sample.
        package let quality: String
        /// The value a step before, where it was another.
        package let before: String?
    }

    package private(set) var decision: LogEntry?
    package private(set) var previous: LogEntry?
    package private(set) var inputs: [Input] = []
    package private(set) var inputJSON: JSONValue = .null
    package private(set) var outputJSON: JSONValue = .null
    /// What was logged in the seconds before it.
    package private(set) var around: [LogEntry] = []

    private let name: String
    private var book = LogBook()
    private var history = StepHistory()
    private var before: StepHistory.Step?
    private var recent: [LogEntry] = []

    private static let recentSpan = Duration.seconds(10)

    /// `before` is what it decided before the rows that are added.
    package init(of name: String, after before: LogEntry? = nil) {
        self.name = name
        decision = before
    }

    /// The rows that it wants.
    package static let kinds: Set<Row.Kind> = [.segment, .step, .decision, .log, .lost]

    package mutating func add(_ row: Row, _ time: WallTime?) {
        let last = history.latest[name]
        if let (policy, _) = history.add(row), policy == name { before = last }
        guard let entry = book.entry(of: row, time) else { return }
        if entry.kind == .log {
            recent.removeAll { entry.at - $0.at > Self.recentSpan }
            recent.append(entry)
        }
        if entry.kind == .decision, entry.name == name { decide(entry) }
    }

    private mutating func decide(_ entry: LogEntry) {
        (previous, decision) = (decision, entry)
        around = recent.filter { entry.at - $0.at <= Self.recentSpan }
        guard let step = history.latest[name], step.at == entry.at else { return }
        (inputJSON, outputJSON) = (step.inputs, step.outputs)
        guard case .object(let members) = step.inputs else { return }
        inputs = members.sorted { $0.key < $1.key }.compactMap { name, value in
            Self.input(name, value, before: before?.inputs[name], at: step.at)
        }
    }

    private static func input(
        _ name: String, _ value: JSONValue, before: JSONValue?, at now: Instant
    ) -> Input? {
        if case .array(let items) = value, items.isEmpty { return nil }
        let words = Self.words(value["value"] ?? (value["quality"] == nil ? value : .null))
        let old = before.map { Self.words($0["value"] ?? ($0["quality"] == nil ? $0 : .null)) }
        return Input(
            name: name, value: words.isEmpty ? "nothing" : words, quality: quality(value, at: now),
            before: old == words ? nil : old)
    }

    private static func quality(_ sample: JSONValue, at now: Instant) -> String {
        guard case .object(let cases)? = sample["quality"], let (word, why) = cases.first,
            let takenAt = try? sample["takenAt"]?.decode(as: Int64.self)
        else { return "" }
        let age = text(of: now - Instant(nanoseconds: takenAt))
        let reason = word == "stale" ? "" : words(why)
        return "\(word)\(reason.isEmpty ? "" : " (\(reason))"), \(age) old"
    }

    /// "ratio 0.018, saturated false"
    static func words(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let flag): "\(flag)"
        case .number(let number): roundedText(of: number, digits: 8)
        case .wideInteger(let integer): "\(integer)"
        case .string(let text): text
        case .array(let items): items.map(words).joined(separator: ", ")
        case .object(let members):
            members.sorted { $0.key < $1.key }.map { key, value in
                let words = words(value)
                return key.hasPrefix("_") || words.isEmpty
                    ? "\(key == "_0" ? "" : key)\(words)" : "\(key) \(words)"
            }.joined(separator: ", ")
        }
    }
}
