import Values

/// Decides whether a policy whose step hangs restarts. A pure value.
///
/// A step that has not returned counts for as long as it hangs: it keeps a thread, and perhaps a whole core.
struct HangBudget: Sendable {
    private struct Hang: Sendable {
        let generation: Int
        let at: Instant
        var hasReturned = false
    }

    var settings: RestartSettings
    private var hangs: [Hang] = []
    /// Since the start.
    private(set) var count: UInt64 = 0

    init(_ settings: RestartSettings) {
        self.settings = settings
    }

    /// Takes note of a hang.
    ///
    /// - Returns: how many count now; `nil` when they are too many for it to restart.
    mutating func hung(_ generation: Int, at now: Instant) -> Int? {
        count += 1
        hangs.removeAll { $0.hasReturned && now - $0.at > settings.within }
        hangs.append(Hang(generation: generation, at: now))
        return hangs.count > settings.atMost ? nil : hangs.count
    }

    /// Begins to count again, also of those that have not returned: a person has looked at it.
    mutating func renew() {
        hangs = []
    }

    /// The step has returned after all.
    mutating func returned(_ generation: Int) {
        for index in hangs.indices where hangs[index].generation == generation {
            hangs[index].hasReturned = true
        }
    }
}
