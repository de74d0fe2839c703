import Core
import Values

/// How often something may happen within a time, for each who does it.
package struct RateLimit<Key: Hashable & Sendable>: Sendable {
    /// So that many who come once cost no memory.
    private static var capacity: Int { 256 }

    private let count: Int
    private let window: Duration
    private var seen: [Key: (since: Instant, count: Int)] = [:]

    package init(_ count: Int, each window: Duration) {
        self.count = count
        self.window = window
    }

    /// Counts one more.
    ///
    /// - Returns: whether it is within the limit.
    package mutating func allows(_ key: Key, at now: Instant) -> Bool {
        var entry = seen[key] ?? (now, 0)
        if now - entry.since >= window { entry = (now, 0) }
        if seen[key] == nil, seen.count >= Self.capacity {
            seen = seen.filter { now - $0.value.since < window }
            // Who has had enough is not forgotten for the sake of others who come once.
            let least = seen.min {
                ($0.value.count, $0.value.since) < ($1.value.count, $1.value.since)
            }
            if seen.count >= Self.capacity, let least { seen[least.key] = nil }
        }
        entry.count = min(entry.count + 1, count + 1)
        seen[key] = entry
        return entry.count <= count
    }
}
