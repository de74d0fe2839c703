import Values

extension PetDoor {
    /// How long it may be locked with everybody home: a sensor says "night" for ever, and whoever is inside wants out.
    package static let longestNight = Duration.seconds(86400)

    /// How long the door has been locked without a break, and whether that is too long.
    ///
    /// One bolt blocks the way in, too: whatever sensors and rule say, an animal that is outside gets
    /// in after that time. Then it stays unlocked until it has been day, or a person asks. While all that live here are
    /// known to be inside nobody is shut out: then only a night that is longer than any is too long.
    struct LockLimit: Sendable {
        private(set) var lockedFor: Duration
        /// The same in the steps of the memory.
        private(set) var remembered = Duration.zero
        private(set) var isOver: Bool
        var longestNight = PetDoor.longestNight
        private var isEverybodyHome = false
        private var lastNote: Instant?

        init(lockedFor: Duration = .zero, isOver: Bool = false) {
            self.lockedFor = lockedFor
            self.isOver = isOver
            round()
        }

        /// Only when the step is over: to round a time takes longer than all else here.
        private mutating func round() {
            if lockedFor == .zero { remembered = .zero }
            if lockedFor > remembered { remembered = Memory.rounded(lockedFor) }
        }

        /// `side` is where the bolt is known to be; not known, a time that has begun goes on. `limit` is `nil` for a door
        /// that lets in with its bolt out, too. `opensForPets`: the bolt would come back for one that lives here.
        mutating func note(
            _ side: Side?, isDay: Bool, isEverybodyHome: Bool = false, opensForPets: Bool = false,
            limit: Duration?, at now: Instant
        ) {
            self.isEverybodyHome = isEverybodyHome
            let step = opensForPets ? .zero : lastNote.map { now - $0 } ?? .zero
            lastNote = now
            switch side {
            case .unlocked?: lockedFor = .zero
            case .locked?: lockedFor += step
            case nil: if lockedFor > .zero { lockedFor += step }
            }
            round()
            if let left = left(of: limit), left <= .zero { isOver = true }
            if isDay { isOver = false }
        }

        /// How long it may still be locked, as far as is known now.
        func left(of limit: Duration?) -> Duration? {
            limit.map { (isEverybodyHome ? max($0, longestNight) : $0) - lockedFor }
        }

        /// A person asked for something. After the door has opened it may lock again; while the bolt is out
        /// no request makes the time longer, or one that is repeated by a machine would keep an animal out for ever.
        mutating func confirm(boltIs side: Side?) {
            guard side == .unlocked else { return }
            lockedFor = .zero
            remembered = .zero
            isOver = false
        }
    }
}
