import Core
import Devices
import LinuxIO

extension GPIOInput {
    /// What was seen of the lines of one request, and which levels count.
    struct Contacts: Sendable {
        /// A level that counts, to be published.
        struct Event: Equatable, Sendable {
            let line: Int
            let isActive: Bool
            let at: Instant
        }

        private var debouncers: [Debouncer]

        /// The first levels count at once.
        init(levels: [Bool], debounce: Duration) {
            debouncers = levels.map { Debouncer(period: debounce, isActive: $0) }
        }

        /// When the first of the changes under way counts, unless the line bounces.
        var deadline: Instant? {
            debouncers.lazy.compactMap(\.deadline).min()
        }

        /// Takes edges, the oldest of each line first.
        mutating func take(_ edges: [DigitalEdge]) -> [Event] {
            var events: [Event] = []
            for edge in edges where debouncers.indices.contains(edge.line) {
                let change = debouncers[edge.line].edge(
                    isActive: edge.isActive, at: Instant(nanoseconds: edge.nanoseconds))
                if let change { events.append(Event(edge.line, change)) }
            }
            return events
        }

        /// Lets changes count that have lasted by `now`. Every edge until then must have been taken.
        mutating func settle(at now: Instant) -> [Event] {
            var events: [Event] = []
            for line in debouncers.indices {
                if let change = debouncers[line].settle(at: now) {
                    events.append(Event(line, change))
                }
            }
            return events
        }

        /// Takes levels that were read, and tells those that count: of every line, also of those
        /// that have not changed, whose samples are fresh again with it.
        mutating func observe(_ levels: [Bool], at now: Instant) -> [Event] {
            zip(debouncers.indices, levels).map { line, level in
                let change = debouncers[line].observe(isActive: level, at: now)
                return change.map { Event(line, $0) }
                    ?? Event(line: line, isActive: debouncers[line].isActive, at: now)
            }
        }
    }
}

extension GPIOInput.Contacts.Event {
    fileprivate init(_ line: Int, _ change: Debouncer.Change) {
        self.init(line: line, isActive: change.isActive, at: change.at)
    }
}
