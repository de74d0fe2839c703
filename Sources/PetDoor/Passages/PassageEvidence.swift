import Values

/// What is known of a flap that moved, and what follows from it.
struct PassageEvidence: Sendable {
    private let episode: FlapEpisode
    private let ended: Instant
    private let readerSide: FlapSide?
    /// Whose tag was read; `nil` when none was, or those of two animals.
    private let visit: TagVisit?
    private let isCrowd: Bool

    init(
        _ episode: FlapEpisode, _ ended: Instant, _ visits: [TagVisit], _ readerSide: FlapSide?
    ) {
        (self.episode, self.ended, self.readerSide) = (episode, ended, readerSide)
        let latest = visits.last
        isCrowd = visits.contains { $0.tag != latest?.tag }
        visit = isCrowd ? nil : latest
    }

    /// Read at the reader's side before the flap moved.
    private var cameFrom: FlapSide? {
        guard let visit, visit.first < episode.began else { return nil }
        return readerSide
    }

    /// Read at the reader's side after the flap had come to rest.
    private var isNowAt: FlapSide? {
        guard let visit, visit.last > ended else { return nil }
        return readerSide
    }

    /// Where the flap was pushed to, or would have been.
    private var towards: FlapSide? {
        if isCrowd, episode.hasTurned { return nil }
        if let pushed = episode.wasHeld ? episode.heldTowards : episode.firstTowards {
            return pushed
        }
        return cameFrom.map(\.other) ?? isNowAt
    }

    /// Whether the animal is where it came from.
    private var hasStayed: Bool {
        if episode.hasTurned, !isCrowd { return true }
        guard let isNowAt else { return false }
        return isNowAt != towards
    }

    /// `nil` when it was nothing but the wind.
    var passage: Passage? {
        guard let kind else { return nil }
        // Who was only read where the flap swung to, before it did, is another than who moved it.
        let isOther = cameFrom != nil && cameFrom == towards && isNowAt == nil
        let who = isOther ? nil : visit
        return Passage(
            kind: kind, towards: towards, tag: who?.tag, reads: who?.reads ?? 0,
            began: episode.began, ended: ended)
    }

    private var kind: Passage.Kind? {
        if !episode.wasHeld {
            let hasKnocked = visit != nil || episode.swings > 1
            return episode.wasLocked && hasKnocked ? .deny : nil
        }
        if hasStayed { return episode.wasLocked ? .deny : .peek }
        return episode.wasLocked ? .breach : .transit
    }
}
