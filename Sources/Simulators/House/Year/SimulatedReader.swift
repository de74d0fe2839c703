import Core
import Values

/// A reader of tags at a flap: when it sees whom of those that pass it. Times are in seconds.
///
/// An animal stands at its side before it goes through or is refused, and after it has come. Some of these
/// times its chip is missed, as all readers do now and then: it was fast, or held its neck askew.
package struct SimulatedReader: Sendable {
    /// A tag that is seen, as the driver tells it.
    package struct Sight: Equatable, Sendable {
        package let tag: TagID
        package let since: Double
        package var last: Double
    }

    private struct Stay: Sendable {
        let tag: TagID
        let from: Double
        var until: Double
    }

    /// After so long without a reading a tag is gone (`gone_after`).
    private static let goneAfter = 2.0

    /// Which sides it sees.
    package let sides: Set<SimulatedCat.Direction>
    /// Of each cat, in their order.
    package let tags: [TagID]
    private let missed: Double
    private var generator: SeededGenerator
    private var stays: [Stay] = []

    /// `comingFrom`: which way those go whom it sees before they pass. `missed`: of how many stays it sees
    /// nothing, of 1.
    package init(
        comingFrom sides: Set<SimulatedCat.Direction>, tags: [TagID], missed: Double, seed: UInt64
    ) {
        (self.sides, self.tags, self.missed) = (sides, tags, missed)
        generator = SeededGenerator(seed: seed)
    }

    /// A cat does something at the flap from this second on.
    mutating func note(_ cat: Int, _ act: SimulatedCat.Act, wasInside: Bool, at second: Int) {
        guard tags.indices.contains(cat) else { return }
        let (tag, now) = (tags[cat], Double(second))
        let goes: SimulatedCat.Direction = wasInside ? .outward : .inward
        let comes: SimulatedCat.Direction = wasInside ? .inward : .outward
        func linger(_ seconds: ClosedRange<Double>) -> Double {
            Double.random(in: seconds, using: &generator)
        }
        switch act {
        case .arrive(let seconds):
            if sides.contains(goes) { stay(tag, now, now + Double(seconds)) }
        case .pass(_, let open):
            leave(tag, at: now + 0.3)
            if sides.contains(comes) { stay(tag, now + 0.5, now + open + linger(0.3...3)) }
        case .peek(let open):
            // Its head alone is near a reader on the other side.
            leave(tag, at: now + 0.2)
            if sides.contains(goes) {
                stay(tag, now + open + 0.2, now + open + linger(1...5))
            } else if open > 1 {
                stay(tag, now + 0.4, now + open - 0.3)
            }
        case .refused: break
        }
    }

    /// It goes from where it stands, earlier than it might have.
    private mutating func leave(_ tag: TagID, at time: Double) {
        for index in stays.indices where stays[index].tag == tag {
            stays[index].until = min(stays[index].until, time)
        }
    }

    private mutating func stay(_ tag: TagID, _ from: Double, _ until: Double) {
        guard until > from, !generator.happens(missed) else { return }
        stays.append(Stay(tag: tag, from: from, until: until))
    }

    /// What it sees at a second; `nil` for no tag.
    package mutating func sight(at second: Int) -> Sight? {
        guard !stays.isEmpty else { return nil }
        let now = Double(second)
        stays.removeAll { now - $0.until >= Self.goneAfter }
        guard let stay = stays.last(where: { $0.from <= now }) else { return nil }
        return Sight(tag: stay.tag, since: stay.from, last: min(now, stay.until))
    }
}
