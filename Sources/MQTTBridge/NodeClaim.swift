import Values

/// Whether the place at the broker that another bridge with the same `node` has taken may be taken back: not while that
/// one is there, so that the two do not throw each other out for ever.
struct NodeClaim: Sendable {
    private enum Other: Equatable {
        /// Nobody has listened yet.
        case unknown
        case there
        case gone(since: Instant)
    }

    /// One that looks gone may only be starting again. The more often the place is lost, the longer it is waited.
    private static let delays: [Duration] = [30, 60, 120, 300, 600].map { .seconds($0) }
    /// Who has had the place for so long loses it for the first time again.
    private static let settled = Duration.seconds(600)

    private var losses = 0
    private var takenAt = Instant.zero
    private var other = Other.unknown

    /// This bridge has the place.
    mutating func noteTaken(at now: Instant) { takenAt = now }

    /// Another one has it.
    mutating func noteLost(at now: Instant) {
        if now - takenAt >= Self.settled { losses = 0 }
        losses += 1
        other = .unknown
    }

    /// From now on the broker tells whether the other is there; what it has kept comes at once.
    mutating func noteListening(at now: Instant) {
        if other == .unknown { other = .gone(since: now) }
    }

    /// The broker tells nothing any more.
    mutating func noteDeaf() { other = .unknown }

    mutating func note(isOnline: Bool, at now: Instant) {
        if isOnline {
            other = .there
        } else if other == .there || other == .unknown {
            other = .gone(since: now)
        }
    }

    /// Whether nobody else has it.
    func isFree(at now: Instant) -> Bool {
        guard case .gone(let since) = other else { return false }
        return now - since >= Self.delays[min(losses, Self.delays.count) - 1]
    }
}
