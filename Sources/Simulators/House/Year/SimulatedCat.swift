import Core

/// A cat that wants through a flap now and then, tries again when it cannot, and cannot be asked.
package struct SimulatedCat: Sendable {
    package enum Direction: String, Sendable {
        case inward, outward
    }

    /// What it does at a flap.
    enum Act: Equatable, Sendable {
        case pass(Direction, seconds: Double)
        case peek(seconds: Double)
        /// It pushed, and the flap did not open.
        case refused(Direction)
    }

    private struct Wish: Sendable {
        let since: Int
        var nextTry: Int
        /// Outward only: nobody goes on wanting in for any less than until it is in.
        let givesUpAt: Int
    }

    package let habit: CatHabit
    package private(set) var isInside: Bool
    private var arrivedAt: Int
    private var wish: Wish?
    private var generator: SeededGenerator

    init(_ habit: CatHabit, seed: UInt64) {
        self.habit = habit
        isInside = habit.isResident
        arrivedAt = 0
        generator = SeededGenerator(seed: seed)
    }

    /// Since when it has wanted through in vain; `nil` while it is where it wants to be.
    package var waitsSince: Int? { wish?.since }

    /// Thinks about where it wants to be: once a minute.
    mutating func think(at second: Int, hour: Int, summer: Double) {
        guard wish == nil else { return }
        let chance = habit.chance(
            isInside: isInside, hour: hour, summer: summer,
            sinceMinutes: Double(second - arrivedAt) / 60)
        guard generator.happens(chance) else { return }
        let start = second + Int.random(in: 0..<60, using: &generator)
        let patience = Int.random(in: 45...120, using: &generator) * 60
        wish = Wish(since: start, nextTry: start, givesUpAt: isInside ? start + patience : .max)
    }

    /// What it does in this second; `isFree` is whether the flap gives way.
    mutating func act(at second: Int, isFree: Bool) -> Act? {
        guard let wish, second >= wish.nextTry else { return nil }
        guard second < wish.givesUpAt else {
            self.wish = nil
            return nil
        }
        let direction: Direction = isInside ? .outward : .inward
        guard isFree else {
            let next = second + pause(waited: second - wish.since)
            self.wish?.nextTry = next
            return .refused(direction)
        }
        if generator.happens(habit.peeks) {
            let next = second + Int.random(in: 5...90, using: &generator)
            self.wish?.nextTry = next
            return .peek(seconds: Double.random(in: 0.3...3, using: &generator))
        }
        isInside.toggle()
        arrivedAt = second
        self.wish = nil
        return .pass(direction, seconds: Double.random(in: 1...3, using: &generator))
    }

    /// How long the flap is open for one that follows another.
    static let followSeconds = 1.5

    /// Goes through close behind another, whatever it wanted.
    mutating func follow(at second: Int) -> Act {
        let direction: Direction = isInside ? .outward : .inward
        isInside.toggle()
        arrivedAt = second
        wish = nil
        return .pass(direction, seconds: Self.followSeconds)
    }

    /// At first every few minutes; later it goes away and comes back.
    private mutating func pause(waited: Int) -> Int {
        Int.random(in: waited < 1800 ? 60...420 : 300...1500, using: &generator)
    }
}
