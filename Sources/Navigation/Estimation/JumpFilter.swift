import Values

/// Refuses fixes that nothing could have flown to: for seconds, not for ever, and only if those that say so
/// agree with each other and with the way flown.
struct JumpFilter: Sendable {
    /// Deviations beyond which a fix is a jump (ArduPilot and PX4: 5).
    private static let deviations = 5.0
    /// A smaller jump is none: filters that refused 2.5 m did so by mistake (INAV, removed in 5.0).
    private static let minMetres = 3.0
    private static let believedAfter = Duration.seconds(3)
    /// How near to each other those that are refused must lie, their way taken off.
    private static let agreementMetres = 3.0

    /// Of the fixes that are refused, their way taken off: the first and when it came.
    private var refused: (place: PlaneVector, since: Instant)?

    enum Judgement: Equatable, Sendable {
        case plausible, jump, elsewhere
    }

    /// `place` is that of the fix with the way flown since taken off, so that it stays where it is.
    mutating func judge(
        _ surprise: PositionFilter.Surprise, place: PlaneVector, at measured: Instant
    ) -> Judgement {
        let isFar =
            surprise.deviationsSquared > Self.deviations * Self.deviations
            && surprise.metres > Self.minMetres
        guard isFar else {
            refused = nil
            return .plausible
        }
        guard let first = refused, (place - first.place).length <= Self.agreementMetres else {
            refused = (place, measured)
            return .jump
        }
        guard measured - first.since >= Self.believedAfter else { return .jump }
        refused = nil
        return .elsewhere
    }

    mutating func clear() {
        refused = nil
    }
}
