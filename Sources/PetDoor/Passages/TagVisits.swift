import Values

/// What the reader says of a tag that is there.
package struct TagReading: Equatable, Sendable {
    let tag: TagID
    /// How often it was read in a row.
    let reads: Int
    /// When it came to the reader, and when that was last so.
    let since: Instant
    let takenAt: Instant

    /// `nil` where no tag is there, or the reader is in doubt.
    package init?(_ sample: Sample<TagPresence>?) {
        guard let sample, let presence = sample.good, let tag = presence.tag else { return nil }
        (self.tag, reads) = (tag, presence.reads)
        (since, takenAt) = (presence.since, sample.takenAt)
    }
}

/// One tag at the reader: from its first reading to its last.
struct TagVisit: Equatable, Sendable {
    let tag: TagID
    let first: Instant
    var last: Instant
    var reads: Int
    /// Whether the bolt was out all the while.
    var wasLocked: Bool
    /// Whether the flap has moved since: then the visit is told as part of that.
    var isTold = false
}

/// The tags that were at the reader a short while ago.
struct TagVisits: Sendable {
    private static let maxCount = 4

    private let memory: Duration
    private(set) var recent: [TagVisit] = []

    init(memory: Duration) {
        self.memory = memory
    }

    mutating func note(_ reading: TagReading?, isLocked: Bool, at now: Instant) {
        for index in recent.indices where !isLocked { recent[index].wasLocked = false }
        guard let reading else { return }
        // A reading is no older than the visit that it is of.
        let (first, last) = (min(reading.since, reading.takenAt), min(now, reading.takenAt))
        if let index = recent.lastIndex(where: { $0.tag == reading.tag && first - $0.last < memory }
        ) {
            recent[index].last = max(recent[index].last, last)
            recent[index].reads = max(recent[index].reads, reading.reads)
        } else if now - last < memory {
            if recent.count == Self.maxCount { recent.removeFirst() }
            recent.append(
                TagVisit(
                    tag: reading.tag, first: first, last: last, reads: reading.reads,
                    wasLocked: isLocked))
        }
    }

    /// Forgets the visits that are over, and gives them.
    mutating func takeEnded(at now: Instant) -> [TagVisit] {
        let ended = recent.filter { now - $0.last >= memory }
        recent.removeAll { now - $0.last >= memory }
        return ended
    }

    /// Those that may have to do with a flap that began to move then.
    func near(_ began: Instant) -> [TagVisit] {
        recent.filter { began - $0.last < memory }
    }

    /// The flap has come to rest: who was last read before has gone with it, who is still there stays.
    mutating func settle(shutAt: Instant) {
        recent.removeAll { $0.last <= shutAt }
        for index in recent.indices { recent[index].isTold = true }
    }
}
