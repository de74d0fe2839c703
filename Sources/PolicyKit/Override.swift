import Values

/// What a person, or another policy, asked for in the place of what a policy decides by itself, and until when that holds.
@usableFromInline
package struct Override<Mode: Equatable & Sendable>: Sendable {
    @usableFromInline package let mode: Mode
    @usableFromInline package let until: Instant
    /// By moving the thing itself: that holds until it has been day at the longest.
    @usableFromInline package let isByHand: Bool
    /// It ends with the next morning: not with a day that has begun already.
    @usableFromInline package let endsAtDawn: Bool
    @usableFromInline package internal(set) var hasSeenNight: Bool
    /// The policy that asked, as `EventOrigin` describes it; `nil` of what a person asked for.
    @usableFromInline package let policy: String?

    @inlinable
    package init(
        mode: Mode, until: Instant, isByHand: Bool = false, endsAtDawn: Bool = false,
        hasSeenNight: Bool = false, policy: String? = nil
    ) {
        self.mode = mode
        self.until = until
        self.isByHand = isByHand
        self.endsAtDawn = endsAtDawn
        self.hasSeenNight = hasSeenNight
        self.policy = policy
    }

    /// Takes note of a step; `isDay` is what trusted sensors or a clock say.
    ///
    /// - Returns: whether it holds no longer.
    @inlinable
    package mutating func isOver(isDay: Bool, at now: Instant) -> Bool {
        if !isDay { hasSeenNight = true }
        if until <= now { return true }
        return isDay && (isByHand || endsAtDawn && hasSeenNight)
    }

    /// The same where other settings hold: no longer than until `end`, and to the morning if they say so.
    package func bounded(by end: Instant, endsAtDawn: Bool) -> Override {
        Override(
            mode: mode, until: min(until, end), isByHand: isByHand,
            endsAtDawn: endsAtDawn && !isByHand, hasSeenNight: hasSeenNight, policy: policy)
    }
}
