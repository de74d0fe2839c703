import Values

extension PetDoor {
    /// Whether a lock that nobody asked for may be, by who is home.
    ///
    /// It begins only with everybody known to be home, and ends when one is known to be outside.
    struct PetWait: Sendable {
        enum Verdict: Equatable, Sendable {
            case mayLock
            /// `left`: until it locks all the same; `nil` for never.
            case waits(left: Duration?, isOverdue: Bool)
            /// It has waited for as long as it was told to.
            case locksAllTheSame
        }

        /// So long after the last has come home: cats turn round in the door.
        private static let settling = Duration.seconds(60)

        private(set) var since: Instant?
        /// The bolt is out since everybody was home.
        private(set) var hadEverybodyHome = false

        /// Somebody or something else decides: nothing is waited for, and what is locked is not its own.
        mutating func rest(boltIs: Side?) {
            since = nil
            if boltIs != .locked { hadEverybodyHome = false }
        }

        /// `wantsLock`: light or schedule do; `boltIs` is where the bolt is known to be.
        mutating func judge(
            wantsLock: Bool, boltIs: Side?, _ pets: PetWatch, by settings: PetSettings,
            at now: Instant
        ) -> Verdict {
            guard wantsLock else {
                rest(boltIs: boltIs)
                return .mayLock
            }
            if boltIs != .locked { hadEverybodyHome = false }
            if isHome(pets, boltIs, at: now) {
                (since, hadEverybodyHome) = (nil, true)
                return .mayLock
            }
            let began = max(since ?? now, pets.calledAt ?? .zero)
            since = began
            let waited = now - began
            guard let limit = settings.waitsFor else {
                return .waits(left: nil, isOverdue: waited >= settings.overdueAfter)
            }
            let left = limit - waited
            return left <= .zero
                ? .locksAllTheSame
                : .waits(left: left, isOverdue: waited >= settings.overdueAfter)
        }

        private func isHome(_ pets: PetWatch, _ boltIs: Side?, at now: Instant) -> Bool {
            if hadEverybodyHome { return pets.whereabouts.outside.isEmpty }
            guard pets.whereabouts.isEverybodyHome else { return false }
            return boltIs == .locked || pets.disturbedAt.map { now - $0 >= Self.settling } ?? true
        }
    }
}
