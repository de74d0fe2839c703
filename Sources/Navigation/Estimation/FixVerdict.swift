import Values

/// What became of a fix.
package enum FixVerdict: Equatable, Sendable {
    case used
    /// It lies where nothing could have flown to; refused for 3 s, not for ever.
    case jumped(metres: Double)
    /// Fixes said for 3 s that the aircraft is elsewhere, and moves as it does: so it is there.
    case anchored(metres: Double)
    /// No newer than the last.
    case repeated
    case old(Duration)
    /// Its time moves on, its place does not, but the aircraft does.
    case stuck
    /// Fixes move otherwise than the aircraft.
    case contradicted
    /// What its driver does not call good: dead reckoning, a simulation, too few satellites.
    case doubtful
    /// Nothing is known of the way since it was measured.
    case untraced

    /// Whether it says something of how the aircraft moves, wherever it has it.
    package var isHeldAgainstTheWay: Bool {
        switch self {
        case .used, .jumped, .anchored, .contradicted: true
        case .repeated, .old, .stuck, .doubtful, .untraced: false
        }
    }
}
