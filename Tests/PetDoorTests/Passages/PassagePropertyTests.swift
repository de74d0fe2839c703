import Core
import PetDoor
import Testing
import Values

/// What holds of every story, drawn with a seed.
struct PassagePropertyTests {
    private static func story(_ random: inout SeededGenerator) -> FlapStory {
        var story = FlapStory()
        story.hasTwoSwitches = Bool.random(using: &random)
        story.period = Int.random(in: 50...400, using: &random)
        var time = 1000
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            time += Int.random(in: 20...4000, using: &random)
            let isShort = Bool.random(using: &random)
            let length = Int.random(in: isShort ? 20...250 : 300...3000, using: &random)
            story.open(Bool.random(using: &random) ? .inside : .outside, time, for: length)
            time += length
        }
        for _ in 0..<Int.random(in: 0...10, using: &random) {
            let tag = [TagID.mia, .em4100Tom, .stranger()].randomElement(using: &random) ?? .mia
            story.read(tag, Int.random(in: 0...max(1, time + 3000), using: &random))
        }
        return story
    }

    private static func each(_ count: Int = 300, _ check: (FlapStory, FlapSide?) -> Void) {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<count {
            let side = [nil, FlapSide.inside, .outside].randomElement(using: &random) ?? nil
            check(story(&random), side)
        }
    }

    @Test("they come in order, and no more of them than something happened") func order() {
        var kinds: Set<Passage.Kind> = []
        Self.each { story, side in
            let passages = story.passages(readerSide: side)
            #expect(passages.count <= story.openings.count)
            #expect(passages.allSatisfy { $0.began <= $0.ended })
            #expect(zip(passages, passages.dropFirst()).allSatisfy { $0.ended < $1.began })
            kinds.formUnion(passages.map(\.kind))
        }
        // Both were really drawn, or this test would show nothing.
        #expect(kinds == [.transit, .peek])
    }

    @Test("inside and outside changed for each other change each other") func mirror() {
        Self.each { story, side in
            let other = story.mirrored.passages(readerSide: side?.other)
            let expected = story.passages(readerSide: side)
            #expect(other.map(\.kind) == expected.map(\.kind))
            #expect(other.map(\.tag) == expected.map(\.tag))
            #expect(other.map(\.towards) == expected.map { $0.towards?.other })
        }
    }

    @Test("how long the machine has been running does not matter") func uptime() {
        Self.each(100) { story, side in
            var later = story
            later.uptime = 10_000_000
            #expect(
                later.passages(readerSide: side).map(\.description)
                    == story.passages(readerSide: side).map(\.description))
        }
    }

    @Test(
        "nobody forces an unlocked flap or is refused by it, and nobody passes a locked one in peace"
    )
    func bolt() {
        var lockedKinds: Set<Passage.Kind> = []
        Self.each { story, side in
            var locked = story
            locked.locked = [-1..<1_000_000]
            let kinds = story.passages(readerSide: side).map(\.kind)
            #expect(kinds.allSatisfy { $0 == .transit || $0 == .peek })
            let others = locked.passages(readerSide: side).map(\.kind)
            #expect(others.allSatisfy { $0 == .breach || $0 == .deny })
            lockedKinds.formUnion(others)
        }
        #expect(lockedKinds == [.breach, .deny])
    }

    @Test("what is shorter than an animal makes no passage") func short() {
        Self.each { story, side in
            var short = story
            short.openings = story.openings.filter { $0.until - $0.from < 300 }
            // Between two looks nobody knows how long it was open: these are closer than that.
            short.period = 50
            #expect(short.passages(readerSide: side).isEmpty)
        }
    }

    @Test("who went out with its tag read is never held for home, and strangers move nobody")
    func presence() {
        let animals = [
            Household.Animal(
                name: "Mia", tags: [TagSpelling("276 095610728684")].compactMap(\.self)),
            Household.Animal(name: "Tom", tags: [TagSpelling("0006547886")].compactMap(\.self)),
        ]
        var told = 0
        Self.each { story, side in
            var house = Household(animals, remembered: ["Mia": .inside, "Tom": .outside])
            for passage in story.passages(readerSide: side) {
                let before = house.presence
                let visitor = house.note(passage)
                if passage.tag == .stranger() { #expect(house.presence == before) }
                if passage.tag == nil {
                    // Doubt only: nobody comes home, or is out, by a guess.
                    #expect(house.presence.allSatisfy { $1 == before[$0] || $1 == .unknown })
                }
                guard case .animal(let name) = visitor, passage.kind == .transit else { continue }
                told += 1
                let expected: Household.Presence =
                    passage.towards.map { $0 == .inside ? .inside : .outside } ?? .unknown
                #expect(house.presence[name] == expected)
                #expect(house.maybeOutside.contains(name) == (expected != .inside))
            }
        }
        #expect(told > 20)
    }
}
