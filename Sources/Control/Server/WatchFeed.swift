import Core
import JSON
import Values

/// What one who watches is told next.
///
/// It is asked for a line whenever the last one is gone, so whoever takes them slowly is told the
/// newest state, and the events in their order; of those that the ring did not keep so long it is
/// told how many they were.
package struct WatchFeed {
    /// The last event that was told, or passed over.
    private var eventNumber: UInt64
    private var stateVersion: UInt64 = 0

    /// Begins with the events that are kept.
    package init(_ events: EventRing) {
        eventNumber = events.beginning
    }

    /// The next line, with its line feed; `nil` while there is nothing new.
    package mutating func next(
        _ events: EventRing, _ state: WatchedState, at now: Instant
    ) -> [UInt8]? {
        if let (missed, entry) = events.next(after: eventNumber) {
            eventNumber += missed
            guard missed == 0 else { return Self.line(["missed_events": JSONValue(count: missed)]) }
            eventNumber = entry.number
            return Self.line(["event": Self.json(entry, at: now)])
        }
        guard state.version > stateVersion else { return nil }
        stateVersion = state.version
        return state.line
    }

    private static func json(_ entry: EventRing.Entry, at now: Instant) -> JSONValue {
        [
            "number": JSONValue(count: entry.number), "level": .string(entry.level),
            "source": .string(entry.source), "text": .string(entry.text),
            "age_seconds": .number(max(.zero, now - entry.at).seconds),
        ]
    }

    private static func line(_ json: JSONValue) -> [UInt8] { Array("\(json.line)\n".utf8) }
}

extension JSONValue {
    fileprivate init(count: UInt64) { self = .number(Double(count)) }
}
