import Values

/// What the switches at a flap say at one look.
package enum FlapSwitches: Equatable, Sendable {
    /// One switch: active when the flap is shut.
    case shut(Contact)
    /// Two switches: each active when the flap has swung to its side.
    case swung(inward: Contact, outward: Contact)
}

/// Turns looks at the switches into the moments at which the flap left its rest and came back to it,
/// also those that lie between two looks.
struct FlapTracker: Sendable {
    struct Move: Equatable, Sendable {
        /// Where the flap swings to; `nil` where one switch cannot tell.
        let towards: FlapSide?
        let isOpening: Bool
        let at: Instant
    }

    private struct Seen: Sendable {
        let isOpen: Bool
        let changes: UInt64
    }

    private var seen: [FlapSide?: Seen] = [:]
    private var lastLook: Instant?

    /// - Returns: the moves since the last look, in their order. Of a flap that is open at the first
    ///   look nobody knows since when: it opens then.
    mutating func moves(_ switches: FlapSwitches, at now: Instant) -> [Move] {
        defer { lastLook = now }
        switch switches {
        case .shut(let contact):
            return moves(nil, isOpen: !contact.isActive, contact, at: now)
        case .swung(let inward, let outward):
            // Each in its order, which sorting could change where two are at one moment.
            let inward = moves(.inside, isOpen: inward.isActive, inward, at: now)
            let outward = moves(.outside, isOpen: outward.isActive, outward, at: now)
            return Self.merged(inward, outward)
        }
    }

    /// The switches say what they said at the look before.
    mutating func lookedInVain(at now: Instant) {
        lastLook = now
    }

    private static func merged(_ some: [Move], _ others: [Move]) -> [Move] {
        var others = others[...]
        var merged: [Move] = []
        for move in some {
            while let next = others.first, next.at < move.at {
                merged.append(next)
                others.removeFirst()
            }
            merged.append(move)
        }
        return merged + others
    }

    private mutating func moves(
        _ side: FlapSide?, isOpen: Bool, _ contact: Contact, at now: Instant
    ) -> [Move] {
        let before = seen.updateValue(Seen(isOpen: isOpen, changes: contact.changes), forKey: side)
        let since = lastLook ?? now
        // A driver that started again counts from 0, and may have missed anything.
        let changes = before.map { contact.changes &- $0.changes } ?? 0
        let changedAt = min(now, max(since, contact.changedAt))
        switch (before?.isOpen ?? false, isOpen) {
        case (false, true): return [Move(towards: side, isOpening: true, at: changedAt)]
        case (true, false): return [Move(towards: side, isOpening: false, at: changedAt)]
        case (false, false) where before != nil && changes > 0:
            // It was open for at most so long.
            return [
                Move(towards: side, isOpening: true, at: since),
                Move(towards: side, isOpening: false, at: changedAt),
            ]
        case (true, true) where changes > 0:
            // It was shut, and for less than the time between two looks.
            return [
                Move(towards: side, isOpening: false, at: changedAt),
                Move(towards: side, isOpening: true, at: changedAt),
            ]
        default: return []
        }
    }
}
