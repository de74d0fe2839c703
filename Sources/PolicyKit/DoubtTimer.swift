import Values

/// How long something has been in doubt. The time leaks away as fast as it grew, and does not
/// begin again with each good moment: a loose contact is good now and then, too.
@usableFromInline
package struct DoubtTimer: Equatable, Sendable {
    @usableFromInline package internal(set) var elapsed = Duration.zero
    /// The doubt has lasted too long, and has not leaked away since.
    @usableFromInline package internal(set) var isExhausted = false
    @usableFromInline package internal(set) var isDoubtful = false
    @usableFromInline var lastNote: Instant?

    @inlinable
    package init() {}

    /// How much longer it may be in doubt.
    @inlinable
    package func left(of limit: Duration) -> Duration { max(.zero, limit - elapsed) }

    /// Takes note of whether it is in doubt from now on. `limit` is how long that may last.
    @inlinable
    package mutating func note(_ isDoubtful: Bool, limit: Duration, at now: Instant) {
        // Nearly always nothing is in doubt, and nothing was: calculating with durations takes ten times as long.
        if !isDoubtful, !self.isDoubtful, elapsed == .zero {
            (lastNote, isExhausted) = (now, false)
            return
        }
        let step = lastNote.map { now - $0 } ?? .zero
        elapsed =
            self.isDoubtful ? min(limit, elapsed + step) : max(.zero, elapsed - step)
        lastNote = now
        self.isDoubtful = isDoubtful
        if isDoubtful, elapsed >= limit { isExhausted = true }
        if !isDoubtful, elapsed == .zero { isExhausted = false }
    }
}
