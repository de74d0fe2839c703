import LinuxIO
import Values

extension GPIOInput {
    /// What was seen of the lines of one request, and which levels count.
    struct DebouncedLines: Sendable {
        /// A level that counts, to be published.
        struct Event: Equatable, Sendable {
            let line: Int
            let contact: Contact
            let at: Instant
        }

        private var debouncers: [Debouncer]
        /// What counts of each line.
        private var contacts: [Contact]
        private var droppedEdges: UInt64 = 0

        /// The first levels count at once.
        init(levels: [Bool], debounce: Duration, at now: Instant) {
            debouncers = levels.map { Debouncer(period: debounce, isActive: $0) }
            contacts = levels.map { Contact(isActive: $0, changedAt: now) }
        }

        /// When the first of the changes under way counts, unless the line bounces.
        var deadline: Instant? {
            debouncers.lazy.compactMap(\.deadline).min()
        }

        /// Takes edges, the oldest of each line first.
        mutating func add(_ edges: [DigitalEdge]) -> [Event] {
            var events: [Event] = []
            for edge in edges where debouncers.indices.contains(edge.line) {
                let change = debouncers[edge.line].edge(
                    isActive: edge.isActive, at: Instant(nanoseconds: edge.nanoseconds))
                if let change { events.append(record(change, of: edge.line)) }
            }
            return events
        }

        /// Records how many edges were dropped so far, where that is counted, and otherwise whether
        /// some may have been. Nobody knows of which line: any may have changed and changed back,
        /// and whoever relies on one that has not must not be told that.
        ///
        /// - Returns: whether there are more than before.
        mutating func recordDroppedEdges(_ total: UInt64?, mayHaveOverflowed: Bool, at now: Instant)
            -> Bool
        {
            guard mayHaveOverflowed || total ?? 0 > droppedEdges else { return false }
            droppedEdges = total ?? 0
            for line in contacts.indices {
                let contact = contacts[line]
                contacts[line] = Contact(
                    isActive: contact.isActive, changes: contact.changes &+ 2, changedAt: now)
            }
            return true
        }

        /// Lets changes count that have lasted by `now`. Every edge until then must have been taken.
        mutating func settle(at now: Instant) -> [Event] {
            var events: [Event] = []
            for line in debouncers.indices {
                if let change = debouncers[line].settle(at: now) {
                    events.append(record(change, of: line))
                }
            }
            return events
        }

        /// Takes levels that were read, and tells those that count: of every line, also of those
        /// that have not changed, whose samples are fresh again with it.
        mutating func observe(_ levels: [Bool], at now: Instant) -> [Event] {
            zip(debouncers.indices, levels).map { line, level in
                let change = debouncers[line].observe(isActive: level, at: now)
                return change.map { record($0, of: line) }
                    ?? Event(line: line, contact: contacts[line], at: now)
            }
        }

        private mutating func record(_ change: Debouncer.Change, of line: Int) -> Event {
            contacts[line] = Contact(
                isActive: change.isActive, changes: contacts[line].changes &+ 1,
                changedAt: change.at)
            return Event(line: line, contact: contacts[line], at: change.at)
        }
    }
}
