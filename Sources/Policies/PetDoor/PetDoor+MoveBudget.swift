import Devices

extension PetDoor {
    /// How often the servo may move in an hour: a stalled or restless servo gets hot, and its noise
    /// keeps animals away from the door.
    ///
    /// Locking may use up half of it, so that there is always enough left to unlock.
    struct MoveBudget: Sendable {
        private static let period = Duration.seconds(3600)

        var count: Int
        /// Those of the last hour, the oldest first.
        private(set) var moves: [Instant] = []

        init(perHour count: Int) {
            self.count = count
        }

        mutating func spend(at now: Instant) {
            forget(at: now)
            moves.append(now)
        }

        /// How long until the bolt may be sent towards `side` again; zero when it may.
        mutating func wait(towards side: Side, at now: Instant) -> Duration {
            forget(at: now)
            let allowed = side == .locked ? count / 2 : count
            guard moves.count >= allowed else { return .zero }
            return Self.period - (now - moves[moves.count - allowed])
        }

        private mutating func forget(at now: Instant) {
            moves.removeAll { now - $0 >= Self.period }
        }
    }
}
