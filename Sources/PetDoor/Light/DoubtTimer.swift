import Devices

extension PetDoor {
    /// How long something has been in doubt. The time leaks away as fast as it grew, and does not
    /// begin again with each good moment: a loose contact is good now and then, too.
    struct DoubtTimer: Sendable {
        private(set) var elapsed = Duration.zero
        /// The doubt has lasted too long, and has not leaked away since.
        private(set) var isExhausted = false
        private(set) var isDoubtful = false
        private var lastNote: Instant?

        /// How much longer it may be in doubt.
        func left(of limit: Duration) -> Duration { max(.zero, limit - elapsed) }

        mutating func note(_ isDoubtful: Bool, limit: Duration, at now: Instant) {
            let step = lastNote.map { now - $0 } ?? .zero
            elapsed =
                self.isDoubtful ? min(limit, elapsed + step) : max(.zero, elapsed - step)
            lastNote = now
            self.isDoubtful = isDoubtful
            if isDoubtful, elapsed >= limit { isExhausted = true }
            if !isDoubtful, elapsed == .zero { isExhausted = false }
        }
    }
}
