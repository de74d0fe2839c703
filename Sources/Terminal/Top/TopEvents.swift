import Core
import JSON
import Values

/// The latest of what has happened, as the control socket tells it (`docs/status.md`).
struct TopEvents: Sendable {
    struct Entry: Equatable, Sendable {
        let number: Double
        /// "error", "warning" or "notice".
        let level: String
        /// The driver or policy that says it, or "roost".
        let source: String
        let text: String
        /// On the clock of who watches.
        let at: Instant
    }

    /// As many as roost keeps.
    private static let capacity = 64
    /// As long as roost makes them.
    private static let maxCharacters = 400
    /// A year: what is older is no event any more.
    private static let maxAgeSeconds = 365.0 * 86400
    /// How far two tellings of one event may be apart.
    private static let tolerance = Duration.seconds(2)

    /// The latest last.
    private(set) var entries: [Entry] = []

    /// Takes an event. After a lost connection those are told again that are known; a roost that was started again
    /// counts from 1, so the time says which are the same.
    mutating func add(_ json: JSONValue, at now: Instant) {
        guard case .number(let number)? = json["number"], case .string(let level)? = json["level"],
            case .string(let source)? = json["source"], case .string(let text)? = json["text"],
            case .number(let age)? = json["age_seconds"], (0...Self.maxAgeSeconds).contains(age)
        else { return }
        let entry = Entry(
            number: number, level: level, source: String(source.prefix(Self.maxCharacters)),
            text: String(text.prefix(Self.maxCharacters)), at: now - .seconds(age))
        let isKnown = entries.contains { known in
            let apart = max(known.at, entry.at) - min(known.at, entry.at)
            return known.number == number && known.text == entry.text && apart < Self.tolerance
        }
        if !isKnown { append(entry) }
    }

    /// So many have happened of which nothing was told.
    mutating func noteMissed(_ count: Double, at now: Instant) {
        append(
            Entry(
                number: 0, level: "warning", source: "top",
                text: "\(shortText(of: count)) events were missed", at: now))
    }

    private mutating func append(_ entry: Entry) {
        entries.append(entry)
        if entries.count > Self.capacity { entries.removeFirst() }
    }
}
