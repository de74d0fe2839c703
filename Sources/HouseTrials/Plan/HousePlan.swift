import Core
import Simulators
import Trials

/// All that chance decides of a year: the same for the same seed and number, whatever guards the door.
package struct HousePlan: Sendable {
    /// Who goes through the flap.
    package enum Cats: String, CaseIterable, Sendable {
        /// One, with the hours of a real one.
        case one
        /// It and two with habits of their own, and one from next door that wants in.
        case all

        var habits: [CatHabit] {
            self == .one ? [.measured] : [.measured, .nocturnal, .timid, .neighbour]
        }
    }

    package let number: Int
    package let days: Int
    package let cats: Cats
    let seed: UInt64
    package let faults: [HouseFault]

    package init(
        number: Int, seed: UInt64, days: Int, cats: Cats, hasFaults: Bool = false
    ) {
        self.number = number
        self.days = days
        self.cats = cats
        var generator = SeededGenerator(trial: number, seed: seed)
        self.seed = generator.next()
        // Drawn last, so that a year with faults has the weather of the one without.
        faults = hasFaults ? HouseFault.drawn(days: days, using: &generator) : []
    }

    /// One cat, and these faults.
    init(seed: UInt64, days: Int, faults: [HouseFault]) {
        (number, cats) = (1, .one)
        (self.seed, self.days, self.faults) = (seed, days, faults)
    }
}
