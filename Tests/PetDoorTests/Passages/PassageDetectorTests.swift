import PetDoor
import Testing
import Values

/// Times are those that builders of cat flaps measured or reported: a passage opens the flap for 0.3 to
/// 10 s, wind for less than a quarter of a second, a light flap swings for half a second afterwards, and
/// animals follow each other in half a second to three.
struct PassageDetectorTests {
    private func told(_ story: FlapStory, readerSide: FlapSide? = nil) -> [String] {
        story.passages(readerSide: readerSide).map(\.description)
    }

    // MARK: Two switches

    @Test("the side to which the flap is pushed is the way, and swinging back is no second animal")
    func transit() {
        var story = FlapStory()
        story.open(.inside, 1000, for: 900)
        story.open(.outside, 2000, for: 150)
        story.open(.inside, 2250, for: 80)
        let passages = story.passages()
        #expect(passages.map(\.description) == ["transit inward"])
        #expect(passages.first?.began == story.at(1000))
        #expect(passages.first?.ended == story.at(2330))
        #expect(told(story.mirrored) == ["transit outward"])
    }

    @Test("who draws the flap back out has only looked") func peek() {
        var story = FlapStory()
        story.open(.inside, 1000, for: 900)
        story.open(.outside, 2000, for: 600)
        story.open(.inside, 2700, for: 100)
        #expect(told(story) == ["peek inward"])
        #expect(story.passages().first?.whereabouts == .at(.outside))
    }

    @Test("a push of the wind before it does not turn a passage round") func windFirst() {
        var story = FlapStory()
        story.open(.inside, 1000, for: 100)
        story.open(.outside, 1300, for: 700)
        #expect(told(story) == ["transit outward"])
    }

    @Test("two passages with rest between them are two") func twoPassages() {
        var story = FlapStory()
        story.open(.outside, 1000, for: 700)
        story.open(.inside, 3500, for: 700)
        #expect(told(story) == ["transit outward", "transit inward"])
    }

    @Test("wind is no passage, however long it blows") func wind() {
        var story = FlapStory()
        for time in stride(from: 1000, to: 60_000, by: 700) {
            story.open(.inside, time, for: 200)
            story.open(.outside, time + 300, for: 150)
        }
        #expect(told(story) == [])
    }

    @Test("a tag that is read outside after it went inward says that it has not")
    func stillOutside() {
        var story = FlapStory()
        story.open(.inside, 3000, for: 800)
        story.read(.mia, 2500, 3200, 4500)
        #expect(told(story, readerSide: .outside) == ["peek inward, 276095610728684"])
        // A coil round the tunnel sees both sides, and says only who it was.
        #expect(told(story) == ["transit inward, 276095610728684"])
    }

    @Test("who sits outside is not who comes out") func sitsOutside() {
        var story = FlapStory()
        story.read(.mia, 1000)
        story.open(.outside, 3000, for: 800)
        #expect(told(story, readerSide: .outside) == ["transit outward"])
    }

    // MARK: One switch

    @Test("with one switch the reader's side tells the way, and what it does not tell is left open")
    func oneSwitch() {
        func way(_ readings: [Int], _ readerSide: FlapSide? = .outside) -> [String] {
            var story = FlapStory()
            story.hasTwoSwitches = false
            story.open(.inside, 5000, for: 1000)
            for time in readings { story.read(.mia, time) }
            return told(story, readerSide: readerSide)
        }
        #expect(way([4000, 4900]) == ["transit inward, 276095610728684"])
        #expect(way([4000, 5200]) == ["transit inward, 276095610728684"])
        #expect(way([6200]) == ["transit outward, 276095610728684"])
        #expect(way([5500, 6200]) == ["transit outward, 276095610728684"])
        #expect(way([4000, 5500, 6200]) == ["peek inward, 276095610728684"])
        #expect(way([5500]) == ["transit either way, 276095610728684"])
        #expect(way([]) == ["transit either way"])
        #expect(way([4000], nil) == ["transit either way, 276095610728684"])
        #expect(way([4000], .inside) == ["transit outward, 276095610728684"])
        // Minutes ago is not now.
        #expect(way([-1000]) == ["transit either way"])
    }

    @Test("one that goes out soon after it came in is not taken for coming in again")
    func inAndOut() {
        var story = FlapStory()
        story.hasTwoSwitches = false
        story.read(.mia, 4000)
        story.open(.inside, 5000, for: 800)
        story.open(.outside, 8000, for: 800)
        story.read(.mia, 9000)
        #expect(
            told(story, readerSide: .outside) == [
                "transit inward, 276095610728684", "transit outward, 276095610728684",
            ])
    }

    @Test("two that follow each other closely are nobody's passage alone") func tailgaters() {
        var story = FlapStory()
        story.open(.inside, 3000, for: 800)
        story.open(.inside, 4500, for: 800)
        story.read(.mia, 2000)
        story.read(.em4100Tom, 4100)
        #expect(told(story, readerSide: .outside) == ["transit inward"])
        // One in and one out at once: nothing tells who is where.
        var crossing = FlapStory()
        crossing.open(.inside, 3000, for: 800)
        crossing.open(.outside, 4500, for: 800)
        crossing.read(.mia, 2000)
        crossing.read(.em4100Tom, 5500)
        #expect(told(crossing, readerSide: .outside) == ["transit either way"])
    }

    // MARK: Locked

    @Test("a locked flap that is held open was forced, and one that is knocked at refused somebody")
    func locked() {
        var story = FlapStory()
        story.locked = [0..<60_000]
        story.open(.inside, 5000, for: 900)
        #expect(told(story) == ["breach inward"])
        story.openings = []
        story.open(.inside, 5000, for: 120)
        #expect(told(story) == [])
        story.open(.inside, 5600, for: 120)
        #expect(told(story) == ["deny inward"])
        #expect(story.passages().first?.whereabouts == .at(.outside))
    }

    @Test(
        "a tag that comes to a locked flap and goes was refused, once; at an open one it only passed by"
    )
    func refused() {
        var story = FlapStory()
        story.read(.mia, 1000, 2000, 3000, 4000, 5000, 6000)
        #expect(told(story, readerSide: .outside) == [])
        story.locked = [0..<60_000]
        let refused = story.passages(readerSide: .outside)
        #expect(refused.map(\.description) == ["deny inward, 276095610728684"])
        #expect(refused.first?.reads == 6 && refused.first?.began == story.at(1000))
        #expect(told(story, readerSide: .inside) == ["deny outward, 276095610728684"])
        #expect(told(story) == ["deny either way, 276095610728684"])
        // It was let in after all, or might have been.
        story.locked = [0..<4000]
        #expect(told(story, readerSide: .outside) == [])
        story.locked = [3000..<60_000]
        #expect(told(story, readerSide: .outside) == [])
    }

    @Test("a flap that moves as the bolt goes out was not forced") func lockedMeanwhile() {
        var story = FlapStory()
        story.open(.inside, 5000, for: 900)
        story.locked = [5200..<60_000]
        #expect(told(story) == ["transit inward"])
        story.locked = [0..<5500]
        #expect(told(story) == ["transit inward"])
    }

    // MARK: What is not seen

    @Test("an opening between two looks is seen by how often the switch changed")
    func betweenLooks() {
        var story = FlapStory()
        story.period = 2000
        story.open(.outside, 4300, for: 900)
        #expect(told(story) == ["transit outward"])
        story.hasTwoSwitches = false
        #expect(told(story) == ["transit either way"])
    }

    @Test("when the switch fails with something in the flap, it may be anywhere") func blind() {
        var story = FlapStory()
        story.open(.inside, 3000, for: 5000)
        story.blind = [4000..<20_000]
        #expect(told(story) == ["transit either way"])
        #expect(story.passages().first?.whereabouts == .anywhere)
        // Blind at rest it says nothing, and takes nothing that it sees afterwards for a change.
        story.blind = [1000..<20_000]
        #expect(told(story) == [])
    }

    @Test("a flap that stays open is told as stuck, and its passage when it shuts") func stuck() {
        var story = FlapStory()
        story.open(.inside, 1000, for: 120_000)
        var detector = PassageDetector(readerSide: nil)
        for (time, isStuck) in [
            (0, false), (1000, false), (10_900, false), (11_000, true), (121_000, false),
        ] {
            #expect(detector.note(story.look(time), at: story.at(time)) == [])
            #expect(detector.isStuckOpen(at: story.at(time)) == isStuck, "\(time)")
        }
        #expect(told(story) == ["transit inward"])
    }
}
