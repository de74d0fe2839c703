import Testing
import Values

@testable import HouseTrials

/// Days of a house in virtual time: the shipped policy, connected as the supervisor does it.
struct HouseTrialTests {
    private func result(
        _ law: HouseSetup.Law = .roost, number: Int = 1, days: Int = 2
    ) throws -> HouseResult {
        var trial = try HouseTrial(
            HousePlan(number: number, seed: 1, days: days, cats: .one), try .shipped(law))
        return try trial.run()
    }

    @Test("the policy locks the door at night, lets the cat through by day and breaks no rule")
    func twoDays() throws {
        let result = try result()
        #expect(result.days.count == 2)
        #expect(result.inward + result.outward > 2)
        // A night of January has 14 hours of darkness; no lock lasts longer than ten.
        #expect((8 * 60...24 * 60).contains(result.days[1].lockedMinutes))
        #expect(result.movesADay >= 2 && result.movesADay <= 6)
        #expect(result.breaches == [])
        #expect(result.movesOntoOpenFlap == 0)
    }

    @Test("seed and number are all that a year depends on")
    func repeats() throws {
        #expect(try YearTable.text([result(days: 1)]) == YearTable.text([result(days: 1)]))
        #expect(
            try YearTable.text([result(days: 1)]) != YearTable.text([result(number: 2, days: 1)]))
    }

    @Test("years on several threads come out in their order, each with its law")
    func series() throws {
        let plans = (1...2).map { HousePlan(number: $0, seed: 1, days: 1, cats: .all) }
        let years = try HouseSeries(plans: plans, setups: [.shipped(), .shipped(.plain)])
            .run(threads: 3) { _, _ in }
        #expect(years.map { $0.map(\.number) } == [[1, 2], [1, 2]])
        #expect(years.map { $0.map(\.law) } == [[.roost, .roost], [.plain, .plain]])
        #expect(HouseReport(years).description.contains("nights with a cat shut out"))
    }

    @Test("a picture has a row for each day, and a stroke for each run of minutes")
    func picture() throws {
        let text = YearPicture([try result(days: 1)]).text
        #expect(text.hasPrefix("<svg") && text.hasSuffix("</svg>\n"))
        #expect(text.contains("roost: "))
        let minutes: [DayResult.Minute] = [.locked, [.locked, .night], [], .night, .locked]
        #expect(YearPicture.runs(minutes) { $0.contains(.locked) } == [0..<2, 4..<5])
        #expect(YearPicture.runs([]) { $0.contains(.locked) } == [])
    }

    @Test("a day with a restart, a power cut, a hand and a loose wire breaks no rule")
    func faults() throws {
        func fault(_ what: HouseFault.What, _ hour: Int, minutes: Int) -> HouseFault {
            HouseFault(what: what, second: hour * 3600, lasting: minutes * 60)
        }
        var trial = try HouseTrial(
            HousePlan(
                seed: 4, days: 1,
                faults: [
                    fault(.restart, 12, minutes: 0), fault(.pairAsked, 13, minutes: 60),
                    fault(.hand, 15, minutes: 3), fault(.powerCut, 18, minutes: 30),
                    fault(.looseWire, 19, minutes: 60), fault(.drawnByHand, 22, minutes: 0),
                ]), try .shipped())
        let result = try trial.run()
        #expect(result.restarts == 2)
        #expect(result.faults.count == 6)
        #expect(result.moves >= 2)
        #expect(result.breaches == [])
    }

    @Test("faults come on top: the year beneath them is the same")
    func plans() {
        let plain = HousePlan(number: 2, seed: 1, days: 365, cats: .one)
        let faulty = HousePlan(
            number: 2, seed: 1, days: 365, cats: .one, faults: Set(HouseFault.What.allCases))
        #expect(plain.seed == faulty.seed && plain.faults == [])
        #expect((150...260).contains(faulty.faults.count))
        #expect(Set(faulty.faults.map(\.what)).count > 15)
    }
}
