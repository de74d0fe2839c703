import Core

/// A cat that wants through a flap now and then, tries again when it cannot, and cannot be asked.
package struct SimulatedCat: Sendable {
    package enum Direction: String, Sendable {
        case inward, outward
    }

    /// What it does at a flap.
    enum Act: Equatable, Sendable {
        /// It comes to the flap, where it stays for so long at most.
        case arrive(seconds: Int)
        case pass(Direction, seconds: Double)
        case peek(seconds: Double)
        /// It pushed, and the flap did not open. Told once for each time that it is there: it pushes again until it
        /// goes away.
        case refused(Direction)
    }

    private struct Wish: Sendable {
        let since: Int
        var next: Attempt
        /// Outward only: nobody goes on wanting in for any less than until it is in.
        let givesUpAt: Int
        /// The flap did not open, and it has not gone away yet: when it does, and when it comes back.
        var refused: (leavesAt: Int, nextPush: Int)?
    }

    /// A time at the flap.
    private struct Attempt: Sendable {
        /// When it pushes for the first time, and how long it stands there before, and stays if it is refused.
        let pushesAt: Int
        let approachSeconds: Int
        let patienceSeconds: Int
        var hasArrived = false

        /// A real cat stood for about a second before a flap that was free (flupes/catdoor, three passages).
        init(at second: Int, using generator: inout SeededGenerator) {
            pushesAt = second
            approachSeconds = Int.random(in: 1...3, using: &generator)
            patienceSeconds = Int.random(in: 2...10, using: &generator)
        }
    }

    package let habit: CatHabit
    package private(set) var isInside: Bool
    private var arrivedAt: Int
    private var wish: Wish?
    private var generator: SeededGenerator
    /// Of its manners at the flap, apart from what it wants.
    private var manners: SeededGenerator

    init(_ habit: CatHabit, seed: UInt64) {
        self.habit = habit
        isInside = habit.isResident
        arrivedAt = 0
        generator = SeededGenerator(seed: seed)
        manners = SeededGenerator(seed: seed ^ 0x6d61_6e6e)
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
        wish = Wish(
            since: start, next: Attempt(at: start, using: &manners),
            givesUpAt: isInside ? start + patience : .max)
    }

    /// What it does in this second, to be asked until it is nothing; `isFree` is whether the flap gives way.
    mutating func act(at second: Int, isFree: Bool) -> Act? {
        guard let wish, second >= wish.next.pushesAt - wish.next.approachSeconds else { return nil }
        if !wish.next.hasArrived {
            self.wish?.next.hasArrived = true
            let beforePush = max(0, wish.next.pushesAt - second)
            return .arrive(seconds: beforePush + wish.next.patienceSeconds)
        }
        if let refused = wish.refused { return pushAgain(refused, at: second, isFree: isFree) }
        guard second >= wish.next.pushesAt else { return nil }
        guard second < wish.givesUpAt else {
            self.wish = nil
            return nil
        }
        guard isFree else {
            let nextPush = second + pause(waited: second - wish.since)
            self.wish?.refused = (second + wish.next.patienceSeconds, nextPush)
            return .refused(isInside ? .outward : .inward)
        }
        return push(at: second)
    }

    /// It was refused, and waits at the flap until it gives way or its patience is over.
    private mutating func pushAgain(
        _ refused: (leavesAt: Int, nextPush: Int), at second: Int, isFree: Bool
    ) -> Act? {
        if second >= refused.leavesAt {
            comeBack(at: refused.nextPush)
            return nil
        }
        return isFree ? push(at: second) : nil
    }

    private mutating func comeBack(at second: Int) {
        let next = Attempt(at: second, using: &manners)
        wish?.refused = nil
        wish?.next = next
    }

    /// It pushes, and the flap gives way.
    private mutating func push(at second: Int) -> Act {
        if generator.happens(habit.peeks) {
            comeBack(at: second + Int.random(in: 5...90, using: &generator))
            return .peek(seconds: Double.random(in: 0.3...3, using: &generator))
        }
        let direction: Direction = isInside ? .outward : .inward
        isInside.toggle()
        arrivedAt = second
        wish = nil
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
