import Core
import Simulators
import Trials

/// All that chance decides of a year: the same for the same seed and number, whatever guards the door.
package struct HousePlan: Sendable {
    /// Who goes through the flap.
    package enum Cats: String, CaseIterable, Sendable {
        /// One, with the hours of a real one.
        case one
        /// It and one from next door that wants in.
        case visited
        /// It and two with habits of their own, and one from next door that wants in.
        case all

        var habits: [CatHabit] {
            switch self {
            case .one: [.measured]
            case .visited: [.measured, .neighbour]
            case .all: [.measured, .nocturnal, .timid, .neighbour]
            }
        }
    }

    package let number: Int
    package let days: Int
    package let cats: Cats
    let seed: UInt64
    /// How the contact at the bolt is mounted.
    let reed: LatchReed
    /// How many of the times at which a tag should be read the reader misses, of 1.
    let missedTags: Double
    package let faults: [HouseFault]

    package init(
        number: Int, seed: UInt64, days: Int, cats: Cats, missedTags: Double = 0.2,
        reed: LatchReed = .opensWhenBack, faults wanted: Set<HouseFault.What> = []
    ) {
        self.number = number
        self.days = days
        self.cats = cats
        self.missedTags = missedTags
        self.reed = reed
        var generator = SeededGenerator(trial: number, seed: seed)
        self.seed = generator.next()
        // Drawn last, so that a year with faults has the weather of the one without; and all of them, so
        // that one comes when it comes among the others, too.
        faults =
            wanted.isEmpty
            ? []
            : HouseFault.drawn(days: days, using: &generator).filter { wanted.contains($0.what) }
    }

    /// One cat, and these faults.
    init(
        seed: UInt64, days: Int, reed: LatchReed = .opensWhenBack, faults: [HouseFault]
    ) {
        (number, cats, missedTags, self.reed) = (1, .one, 0.2, reed)
        (self.seed, self.days, self.faults) = (seed, days, faults)
    }
}
