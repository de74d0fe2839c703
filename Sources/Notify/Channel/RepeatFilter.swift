import Values

/// Lets a thing through once in a while, and counts how often it happens meanwhile.
struct RepeatFilter: Sendable {
    private struct Entry: Sendable {
        var toldAt: Instant
        /// What happened since, with how often; `nil`: nothing.
        var held: Notification?
    }

    /// Of things that are told apart. More are a flood, of which the oldest is let go first.
    private static let capacity = 200

    let interval: Duration
    private var entries: [String: Entry] = [:]

    init(interval: Duration) { self.interval = interval }

    /// - Returns: what is to be told now of something that has just happened.
    mutating func note(_ notification: Notification, at now: Instant) -> [Notification] {
        guard var entry = entries[notification.key] else {
            let pushedOut = makeRoom()
            entries[notification.key] = Entry(toldAt: now)
            return pushedOut + [notification]
        }
        var latest = notification
        latest.count += entry.held?.count ?? 0
        entry.held = latest
        entries[notification.key] = entry
        return due(at: now)
    }

    /// What has happened again, and may be told again.
    mutating func due(at now: Instant) -> [Notification] {
        var due: [Notification] = []
        for (key, entry) in entries.sorted(by: { $0.key < $1.key })
        where now - entry.toldAt >= interval {
            if let held = entry.held { due.append(held) }
            entries[key] = entry.held == nil ? nil : Entry(toldAt: now)
        }
        return due
    }

    /// All that was counted and not told, which is forgotten here.
    mutating func drain() -> [Notification] {
        defer { entries = [:] }
        return entries.sorted { $0.key < $1.key }.compactMap(\.value.held)
    }

    private mutating func makeRoom() -> [Notification] {
        guard entries.count >= Self.capacity,
            let oldest = entries.min(by: { ($0.value.toldAt, $0.key) < ($1.value.toldAt, $1.key) })
        else { return [] }
        entries[oldest.key] = nil
        return oldest.value.held.map { [$0] } ?? []
    }
}
