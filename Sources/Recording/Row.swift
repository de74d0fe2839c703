import Core
import JSON
import Values

/// One line of a record: a JSON object that begins with its kind.
package struct Row: Sendable {
    /// What a line tells. The raw value is the member `k`.
    package enum Kind: String, Sendable, CaseIterable {
        /// The first line of a segment: which run, which configuration, what time it is.
        case segment
        /// A step of a policy: how its inputs and outputs differ from those of the step before, as JSON
        /// Merge Patches; with `whole`, all of them.
        case step
        /// A step decided for another reason than the one before.
        case decision
        /// A line of the log: faults, restarts, requests with their origin.
        case log
        /// The clock on the wall was set, or its offset has changed.
        case clock
        /// Something is missing here.
        case lost
        /// The process stopped in order.
        case end
    }

    package let kind: Kind
    /// By the clock that never steps; it starts over with each boot.
    package let at: Instant
    package let json: JSONValue

    package init(_ kind: Kind, at: Instant, _ members: [String: JSONValue]) {
        self.kind = kind
        self.at = at
        json = .object(members)
    }

    /// - Returns: `nil` for what is no row.
    package init?(line: some Sequence<UInt8>) {
        guard let json = try? JSONValue(parsing: line), case .string(let word)? = json["k"],
            let kind = Kind(rawValue: word), let at = try? json["t"]?.decode(as: Int64.self)
        else { return nil }
        self.kind = kind
        self.at = Instant(nanoseconds: at)
        self.json = json
    }

    /// The row as it is written. Its kind comes first, so that a reader need not parse what it skips.
    package var line: String {
        let rest = json.line.dropFirst()
        let head = Self.head(kind) + ",\"t\":\(at.nanoseconds)"
        return "\(head)\(rest == "}" ? "" : ",")\(rest)\n"
    }

    static func head(_ kind: Kind) -> String { "{\"k\":\"\(kind.rawValue)\"" }

    /// A text member; empty where there is none.
    package func text(_ key: String) -> String {
        if case .string(let text)? = json[key] { text } else { "" }
    }

    /// A number member; `nil` where there is none.
    package func number(_ key: String) -> Double? {
        if case .number(let number)? = json[key] { number } else { nil }
    }

    package func has(_ flag: String) -> Bool { json[flag] == true }
}
