import Values

/// Holds back lines that say again what was said within a minute, and counts them.
package struct RepeatSuppressor: Sendable {
    private struct Entry {
        /// When the minute began.
        var since: Instant
        var written = 1
        var heldBack = 0
    }

    private static let window = Duration.seconds(60)
    private static let capacity = 64

    private var entries: [String: Entry] = [:]

    package init() {}

    /// The line to write, with the number of those that were held back; `nil` to hold it back.
    ///
    /// `burst` equal lines a minute pass, at least one.
    package mutating func fold(_ line: String, burst: Int = 1, at now: Instant) -> String? {
        guard var entry = entries[line] else {
            forget(at: now)
            entries[line] = Entry(since: now)
            return line
        }
        guard now - entry.since < Self.window else {
            entries[line] = Entry(since: now)
            return entry.heldBack == 0 ? line : "\(line) (\(Self.more(entry.heldBack)))"
        }
        let passes = entry.written < burst
        if passes { entry.written += 1 } else { entry.heldBack += 1 }
        entries[line] = entry
        return passes ? line : nil
    }

    /// The same for a line of a level. A notice tells of a change: two in a minute are two events,
    /// not one said twice.
    package mutating func fold(_ line: String, _ level: LogLevel, at now: Instant) -> String? {
        fold(line, burst: level == .notice ? 5 : 1, at: now)
    }

    private static func more(_ count: Int) -> String {
        "and \(count == 1 ? "once" : "\(count) times") more since it was last logged"
    }

    /// Makes room: old lines first, all when that is not enough.
    private mutating func forget(at now: Instant) {
        guard entries.count >= Self.capacity else { return }
        entries = entries.filter { now - $0.value.since < Self.window }
        if entries.count >= Self.capacity { entries = [:] }
    }
}
