import Values

/// When the causes of alerts began and ended, and whether people know of that, by the numbers of the kinds. Apart from the
/// book: this is what a step costs while an alert stands.
struct AlertTimes: Sendable {
    struct Rule: Sendable {
        let minimumDuration: Duration
        let endsByAWord: Bool
        let isToldEachTime: Bool
    }

    struct Entry: Sendable {
        /// Since when there is a cause, but for short breaks.
        var since: Instant?
        var goneSince: Instant?
        var isStanding = false
        /// People know that it stands.
        var isTold = false
        var toldAt: Instant?
        var count = 0
        var first: WallTime?
        var last: WallTime?

        /// There is a cause, or there was one a moment ago.
        var isKept: Bool { since != nil || isStanding }
    }

    /// What a step changed, by bits.
    struct Changes {
        var standing: UInt32 = 0
        var told: UInt32 = 0
    }

    private let rules: [Rule]
    private(set) var entries: [Entry]

    init(_ rules: [Rule]) {
        self.rules = rules
        entries = [Entry](repeating: Entry(), count: rules.count)
    }

    /// What stood when the program ended and stands still is the same, and people know of it.
    mutating func resume(
        _ index: Int, count: Int, first: WallTime?, last: WallTime?, isStanding: Bool
    ) {
        entries[index].count = count
        entries[index].first = first
        entries[index].last = last
        entries[index].isStanding = isStanding
        entries[index].isTold = isStanding
    }

    /// Takes the causes of a step. `kept` are the kinds of which there is more to note than their causes.
    mutating func note(
        _ causes: UInt32, kept: inout UInt32, time: WallTime?, by settings: AlertSettings,
        at now: Instant
    ) -> Changes {
        var (open, changes) = (causes | kept, Changes())
        while open != 0 {
            let index = open.trailingZeroBitCount
            let bit: UInt32 = 1 << UInt32(index)
            open &= ~bit
            let (wasStanding, wasTold) = (entries[index].isStanding, entries[index].isTold)
            if causes & bit != 0 {
                noteCause(index, time: time, interval: settings.interval, at: now)
            } else {
                noteGone(index, holdOff: settings.holdOff, at: now)
            }
            kept = entries[index].isKept ? kept | bit : kept & ~bit
            if entries[index].isStanding != wasStanding { changes.standing |= bit }
            if entries[index].isTold != wasTold { changes.told |= bit }
        }
        return changes
    }

    private mutating func noteCause(
        _ index: Int, time: WallTime?, interval: Duration, at now: Instant
    ) {
        let since = entries[index].since ?? now
        entries[index].since = since
        entries[index].goneSince = nil
        if !entries[index].isStanding, now - since >= rules[index].minimumDuration {
            entries[index].isStanding = true
            entries[index].count += 1
            let time = time?.withoutChanges
            entries[index].first = entries[index].first ?? time
            entries[index].last = time
        }
        guard entries[index].isStanding, !entries[index].isTold else { return }
        let interval = rules[index].isToldEachTime ? .zero : interval
        guard entries[index].toldAt.map({ now - $0 >= interval }) ?? true else { return }
        entries[index].isTold = true
        entries[index].toldAt = now
    }

    private mutating func noteGone(_ index: Int, holdOff: Duration, at now: Instant) {
        let goneSince = entries[index].goneSince ?? now
        entries[index].goneSince = goneSince
        let most =
            rules[index].endsByAWord
            ? .zero : entries[index].isStanding ? holdOff : rules[index].minimumDuration
        guard now - goneSince >= most else { return }
        entries[index].since = nil
        entries[index].goneSince = nil
        entries[index].isStanding = false
        entries[index].isTold = false
    }
}
