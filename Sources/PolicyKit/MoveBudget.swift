import Values

/// How often a motor has moved in the last hour and the last day, and how long it must rest: a stalled or restless one gets
/// hot. Who asks says how many moves are allowed for what it wants, so that enough is left for what matters more.
package struct MoveBudget: Sendable {
    private static let hour = Duration.seconds(3600)
    private static let day = Duration.seconds(86400)

    /// Those of the last hour and some before, the oldest first.
    package private(set) var moves: [Instant] = []
    /// Likewise of the last day, without those that do not count for it.
    private var movesOfDay: [Instant] = []

    package init() {}

    /// `countsForDay`: not so for moves that have a rhythm of their own.
    package mutating func spend(at now: Instant, countsForDay: Bool = true) {
        moves.removeAll { now - $0 >= Self.hour }
        moves.append(now)
        guard countsForDay else { return }
        movesOfDay.removeAll { now - $0 >= Self.day }
        movesOfDay.append(now)
    }

    /// How long until it may move, `count` times at once; zero when it may. `perDay` is `nil` where the day does not matter.
    package func wait(
        count: Int = 1, perHour: Int, perDay: Int?, at now: Instant
    ) -> Duration {
        max(
            left(perHour, of: moves, Self.hour, count, now),
            perDay.map { left($0, of: movesOfDay, Self.day, count, now) } ?? .zero)
    }

    /// Whether the moves of a day are used up.
    package func isDayOver(perDay: Int, at now: Instant) -> Bool {
        left(perDay, of: movesOfDay, Self.day, 1, now) > .zero
    }

    /// How long it has rested; `nil` when it has not moved for a day.
    package func rest(at now: Instant) -> Duration? { movesOfDay.last.map { now - $0 } }

    private func left(
        _ allowed: Int, of moves: [Instant], _ period: Duration, _ count: Int, _ now: Instant
    ) -> Duration {
        let excess = moves.count + count - allowed
        guard excess > 0 else { return .zero }
        // More at once than are ever allowed.
        guard excess <= moves.count else { return period }
        return max(.zero, period - (now - moves[excess - 1]))
    }
}
