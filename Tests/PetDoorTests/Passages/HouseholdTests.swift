import PetDoor
import Testing
import Values

struct HouseholdTests {
    private static let animals = [
        Household.Animal(name: "Mia", tags: [TagSpelling("276095610728684")].compactMap(\.self)),
        Household.Animal(name: "Tom", tags: [TagSpelling("0006547886")].compactMap(\.self)),
    ]

    private func house(
        _ mia: Household.Presence = .inside, _ tom: Household.Presence = .outside
    ) -> Household {
        Household(Self.animals, remembered: ["Mia": mia, "Tom": tom])
    }

    private func passage(
        _ kind: Passage.Kind, _ towards: FlapSide?, _ tag: TagID? = nil
    ) -> Passage {
        Passage(kind: kind, towards: towards, tag: tag, reads: 1, began: .zero, ended: .zero)
    }

    /// OnlyCat's integration first took every move at the outside for coming home, and showed cats
    /// inside that sat before a locked door. Its users had it changed to this.
    @Test(
        "a peek and a refusal say where an animal is, and not where it wanted to be",
        arguments: [
            (Passage.Kind.transit, FlapSide.inside, Household.Presence.inside),
            (.transit, .outside, .outside), (.breach, .inside, .inside),
            (.breach, .outside, .outside),
            (.peek, .inside, .outside), (.peek, .outside, .inside), (.deny, .inside, .outside),
            (.deny, .outside, .inside),
        ])
    func whereabouts(kind: Passage.Kind, towards: FlapSide, expected: Household.Presence) {
        var house = house(.unknown, .unknown)
        let visitor = house.note(passage(kind, towards, .mia))
        #expect(visitor == .animal("Mia"))
        #expect(house.presence == ["Mia": expected, "Tom": .unknown])
    }

    @Test(
        "a tag that passed without a direction may be anywhere; one that only looked is where it was"
    )
    func noDirection() {
        var house = house()
        house.note(passage(.peek, nil, .mia))
        #expect(house.presence["Mia"] == .inside)
        house.note(passage(.transit, nil, .mia))
        #expect(house.presence == ["Mia": .unknown, "Tom": .outside])
    }

    @Test(
        "a passage without a tag makes nobody come home, and leaves nobody certain who may have gone"
    )
    func untagged() {
        var house = house(.inside, .outside)
        let visitor = house.note(passage(.transit, .outside))
        #expect(visitor == .unidentified)
        #expect(house.presence == ["Mia": .unknown, "Tom": .outside])
        house = self.house(.inside, .outside)
        house.note(passage(.transit, .inside))
        #expect(house.presence == ["Mia": .inside, "Tom": .unknown])
        house.note(passage(.peek, .inside))
        #expect(house.presence == ["Mia": .inside, "Tom": .unknown])
        house.note(passage(.transit, nil))
        #expect(house.maybeOutside == ["Mia", "Tom"])
    }

    @Test("a stranger moves nobody, and is told by its tag") func stranger() {
        var house = house()
        for towards in [FlapSide.inside, .outside, nil] {
            let visitor = house.note(passage(.transit, towards, .stranger()))
            #expect(visitor == .stranger(.stranger()))
        }
        #expect(house.presence == ["Mia": .inside, "Tom": .outside])
    }

    @Test("the only animal of a house without tags is whoever passes") func only() {
        var house = Household([Household.Animal(name: "Mia")])
        #expect(house.presence == ["Mia": .unknown])
        let visitor = house.note(passage(.transit, .outside))
        #expect(visitor == .animal("Mia"))
        #expect(house.maybeOutside == ["Mia"])
        house.note(passage(.transit, .inside))
        #expect(house.maybeOutside == [])
    }

    @Test(
        "without tags one that seems to get in past the bolt is still outside: it may have pushed")
    func pushes() {
        var house = Household([Household.Animal(name: "Mia")], remembered: ["Mia": .inside])
        house.note(passage(.breach, .inside))
        #expect(house.presence == ["Mia": .outside])
        house.note(passage(.transit, .inside))
        house.note(passage(.breach, .outside))
        #expect(house.presence == ["Mia": .outside])
    }

    @Test("a number that two animals share names neither") func shared() {
        let twins = ["Mia", "Tom"].map {
            Household.Animal(name: $0, tags: [TagSpelling("099,59822")].compactMap(\.self))
        }
        var house = Household(twins, remembered: ["Mia": .inside, "Tom": .inside])
        let visitor = house.note(passage(.transit, .outside, .em4100Tom))
        #expect(visitor == .unidentified)
        #expect(house.maybeOutside == ["Mia", "Tom"])
    }

    @Test(
        "a person's word counts until the next passage, and an unwatched flap leaves nobody certain"
    )
    func corrected() {
        var house = house(.unknown, .unknown)
        let isKnown = ["Mia", "Rex"].map { house.correct($0, to: .inside) }
        #expect(isKnown == [true, false])
        #expect(house.presence == ["Mia": .inside, "Tom": .unknown])
        house.note(passage(.transit, .outside, .mia))
        #expect(house.presence["Mia"] == .outside)
        house.forget()
        #expect(house.presence == ["Mia": .unknown, "Tom": .unknown])
    }

    @Test("what is remembered of an animal that is there no more is left out") func remembered() {
        let house = Household(Self.animals, remembered: ["Mia": .outside, "Rex": .inside])
        #expect(house.presence == ["Mia": .outside, "Tom": .unknown])
    }

    @Test("counts are those of the day; what came before the clock was set counts for the first")
    func counts() {
        var counts = PassageCounts()
        counts.count(passage(.transit, .inside), on: nil)
        counts.count(passage(.breach, .outside), on: 20_000)
        counts.count(passage(.transit, nil), on: 20_000)
        counts.count(passage(.peek, .inside), on: nil)
        counts.count(passage(.deny, .inside), on: 20_000)
        #expect(counts.day == 20_000)
        #expect([counts.inward, counts.outward, counts.eitherWay] == [1, 1, 1])
        #expect([counts.peeks, counts.denials, counts.breaches] == [1, 1, 1])
        counts.startDay(nil)
        #expect(counts.inward == 1)
        counts.startDay(20_001)
        #expect([counts.inward, counts.outward, counts.peeks, counts.denials] == [0, 0, 0, 0])
        // A clock that was set back has another day, too.
        counts.startDay(19_999)
        #expect(counts.day == 19_999)
    }
}
