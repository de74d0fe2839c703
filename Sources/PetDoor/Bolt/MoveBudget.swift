import Devices

extension PetDoor {
    /// How often the servo may move in an hour and in a day: a stalled or restless servo gets hot, and its
    /// noise keeps animals away from the door.
    ///
    /// Locking may use up half of it, so that there is always enough left to unlock.
    struct MoveBudget: Sendable {
        private static let hour = Duration.seconds(3600)
        private static let day = Duration.seconds(86400)

        /// Those of the last hour and some before, the oldest first.
        private(set) var moves: [Instant] = []
        /// Likewise of the last day; those against ice, which have a rhythm of their own, are left out.
        private(set) var movesOfDay: [Instant] = []

        mutating func spend(at now: Instant, isAgainstIce: Bool = false) {
            moves.removeAll { now - $0 >= Self.hour }
            moves.append(now)
            guard !isAgainstIce else { return }
            movesOfDay.removeAll { now - $0 >= Self.day }
            movesOfDay.append(now)
        }

        /// How long until the bolt may be sent towards `side` again, `count` times at once; zero when it may. Towards
        /// unlocked the day never says no.
        func wait(
            towards side: Side, count: Int = 1, by settings: BoltSettings, at now: Instant
        ) -> Duration {
            let (perHour, perDay) = (settings.movesPerHour, settings.movesPerDay)
            guard side == .locked else { return left(perHour, of: moves, Self.hour, count, now) }
            return max(
                left(perHour / 2, of: moves, Self.hour, count, now),
                left(perDay / 2, of: movesOfDay, Self.day, count, now))
        }

        /// Whether those of the day are used up. Then a try to free a bolt is one push and one move back.
        func isDayOver(by settings: BoltSettings, at now: Instant) -> Bool {
            left(settings.movesPerDay, of: movesOfDay, Self.day, 1, now) > .zero
        }

        /// How long the servo has rested; `nil` when it has not moved for a day.
        func rest(at now: Instant) -> Duration? { movesOfDay.last.map { now - $0 } }

        private func left(
            _ allowed: Int, of moves: [Instant], _ period: Duration, _ count: Int, _ now: Instant
        ) -> Duration {
            let excess = moves.count + count - allowed
            guard excess > 0 else { return .zero }
            return max(.zero, period - (now - moves[excess - 1]))
        }
    }
}
