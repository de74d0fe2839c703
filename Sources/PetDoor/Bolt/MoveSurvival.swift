import Values

extension PetDoor {
    /// Which moves of the bolt the program has not survived. A servo that starts draws the most current of all, so it is what
    /// browns out the machine, which starts again and moves the bolt again.
    ///
    /// A move counts before it begins, and is forgotten once the program has survived it for a minute. So programs that
    /// end soon after a move are counted in a row, and each of them waits twice as long as the one before.
    struct MoveSurvival: Sendable {
        /// Programs in a row that ended soon after a move to this side began.
        struct Counts: Codable, Equatable, Sendable {
            var locking = 0
            var unlocking = 0

            subscript(side: Side) -> Int {
                get { side == .locked ? locking : unlocking }
                set { if side == .locked { locking = newValue } else { unlocking = newValue } }
            }

            /// Each from zero to where nothing gets any longer.
            var bounded: Counts {
                Counts(
                    locking: min(max(0, locking), MoveSurvival.mostCounted),
                    unlocking: min(max(0, unlocking), MoveSurvival.mostCounted))
            }
        }

        /// A capacitor that a servo empties fails within milliseconds; systemd gives a program that was killed up to 45 s.
        static let survivedAfter = Duration.seconds(60)
        /// How long the count has to reach the card before the move begins.
        static let announcedFor = Duration.seconds(2)
        private static let firstWait = Duration.seconds(2)
        private static let longestWait = Duration.seconds(300)
        /// With so many the wait is the longest: 2 s, doubled eight times.
        private static let mostCounted = 8

        /// What is to be remembered.
        private(set) var counts: Counts
        /// As this program found them.
        private(set) var found: Counts
        private var startedAt: Instant?
        /// Since when a move to each side is counted that the program has not survived yet; `nil`: none is.
        private(set) var counted: [Side: Instant] = [:]

        init(found: Counts = Counts()) {
            (counts, self.found) = (found.bounded, found.bounded)
        }

        /// Takes note of the time, in each step.
        mutating func note(at now: Instant) {
            startedAt = startedAt ?? now
            guard !counted.isEmpty else { return }
            for (side, since) in counted where now - since >= Self.survivedAfter {
                counted[side] = nil
                (counts[side], found[side]) = (0, 0)
            }
        }

        /// Counts a move to this side that begins now or within `announcedFor`.
        mutating func count(_ side: Side, at now: Instant) {
            if counted[side] == nil { counts[side] = min(counts[side] + 1, Self.mostCounted) }
            counted[side] = now
        }

        /// How many programs in a row have ended with a lock before this one, as long as that counts.
        var unsurvivedLocks: Int { found.locking }

        /// A person has looked after it, or another day has come.
        mutating func forgetLocks() {
            guard found.locking > 0 else { return }
            found.locking = 0
            counts.locking = counted[.locked] == nil ? 0 : 1
        }

        /// Whether a lock that begins now is not to be sent to the servo before it is in the memory.
        func isAnnouncing(_ side: Side, at now: Instant) -> Bool {
            counted[side].map { now - $0 < Self.announcedFor } ?? false
        }

        /// How long after the start the bolt is left alone before it is moved to this side. A bolt that is only locked
        /// later is not in the way of anybody: what has locked well before need not wait at all.
        func wait(towards side: Side, at now: Instant) -> Duration {
            guard let startedAt else { return .zero }
            guard side == .unlocked || found.locking > 0 else { return .zero }
            let whole = min(Self.longestWait, Self.firstWait * (1 << found[side]))
            return max(.zero, whole - (now - startedAt))
        }

        /// How long it does not lock, since the servo that must draw the bolt back may not be able to: not before one such move was
        /// survived where the last was not.
        func waitToLock(at now: Instant) -> Duration {
            let own = wait(towards: .locked, at: now)
            guard found.unlocking > 0 else { return own }
            let since = counted[.unlocked].map { now - $0 } ?? .zero
            return max(own, wait(towards: .unlocked, at: now) + Self.survivedAfter - since)
        }
    }
}
