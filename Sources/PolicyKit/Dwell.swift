import Values

/// A choice that changes only when another one was asked for without a break for a while, and not soon after the last change.
@usableFromInline
package struct Dwell<Choice: Equatable & Sendable>: Sendable {
    @usableFromInline
    package struct Change: Sendable {
        @usableFromInline package let to: Choice
        @usableFromInline package let since: Instant

        @inlinable
        init(to: Choice, since: Instant) {
            self.to = to
            self.since = since
        }
    }

    /// `nil` before anything was chosen.
    @usableFromInline package var current: Choice?
    /// What is asked for, and since when.
    @usableFromInline package internal(set) var pending: Change?
    @usableFromInline package internal(set) var changedAt: Instant?

    @inlinable
    package init() {}

    /// Asks for another choice than the current one. It must be asked for during `dwell`, and `minimum` after the last change;
    /// `extra` is how much longer it waits in any case.
    ///
    /// - Returns: how long until it is chosen; zero when it is chosen now.
    @inlinable
    package mutating func ask(
        for wanted: Choice, dwell: Duration, minimum: Duration, extra: Duration = .zero,
        at now: Instant
    ) -> Duration {
        let since = pending?.to == wanted ? pending?.since ?? now : now
        let dwellLeft = dwell - (now - since)
        let minimumLeft = changedAt.map { minimum - (now - $0) } ?? .zero
        let left = max(dwellLeft, minimumLeft, extra)
        guard left <= .zero else {
            pending = Change(to: wanted, since: since)
            return left
        }
        current = wanted
        changedAt = now
        pending = nil
        return .zero
    }

    /// Nothing else than the current choice is asked for.
    @inlinable
    package mutating func rest() { pending = nil }

    /// This one is not asked for any more.
    @inlinable
    package mutating func withdraw(_ choice: Choice) {
        if pending?.to == choice { pending = nil }
    }
}
