import Testing

@testable import Simulators

/// Cats, by the published figures of one real cat: 475 days, 6.1 passages a day, median trip 90 minutes.
struct SimulatedCatTests {
    private struct Life {
        var passages = 0
        var trips: [Double] = []
        var outsideMinutes: [Int: [Double]] = [:]
        var refusals = 0
    }

    /// A life of so many days with a flap that is free, or is not.
    private static func life(
        days: Int, _ habit: CatHabit = .measured, isFree: Bool = true
    ) -> Life {
        var cat = SimulatedCat(habit, seed: 7)
        var life = Life()
        var leftAt = 0
        for minute in 0..<(days * 1440) {
            let (day, hour) = (minute / 1440 % 365, minute / 60 % 24)
            let isSummer = (120..<243).contains(day), isWinter = day < 59 || day >= 304
            cat.think(at: minute * 60, hour: hour, summer: isSummer ? 1 : isWinter ? 0 : 0.5)
            for second in minute * 60..<minute * 60 + 60 where cat.waitsSince != nil {
                while let act = cat.act(at: second, isFree: isFree) {
                    switch act {
                    case .pass(.outward, _): (life.passages, leftAt) = (life.passages + 1, second)
                    case .pass(.inward, _):
                        life.passages += 1
                        life.trips.append(Double(second - leftAt) / 60)
                    case .refused: life.refusals += 1
                    case .arrive, .peek: break
                    }
                }
            }
            if isSummer || isWinter {
                let key = hour + (isSummer ? 100 : 0)
                life.outsideMinutes[key, default: []].append(cat.isInside ? 0 : 100)
            }
        }
        return life
    }

    private static let fourYears = life(days: 1460)

    @Test("over years it goes through as often, and as long, as the real one")
    func measured() {
        let life = Self.fourYears
        #expect(abs(Double(life.passages) / 1460 - 6.1) < 0.7, "\(life.passages)")
        let median = life.trips.sorted()[life.trips.count / 2]
        #expect((60...125).contains(median), "\(median)")
    }

    @Test("it is outside when the real one was, in summer and in winter")
    func hours() {
        let life = Self.fourYears
        for (season, table) in [
            (100, CatHabit.measured.outsideSummer), (0, CatHabit.measured.outsideWinter),
        ] {
            let off = (0..<24).map { hour in
                let minutes = life.outsideMinutes[hour + season] ?? []
                return abs(minutes.reduce(0, +) / Double(minutes.count) - table[hour])
            }
            #expect(off.reduce(0, +) / 24 < 10, "\(off)")
        }
    }

    @Test("one that cannot get out tries again and gives up; a stranger tries to get in")
    func refused() {
        let cat = Self.life(days: 30, isFree: false)
        #expect(cat.passages == 0)
        #expect(cat.refusals > 100)
        #expect(Self.life(days: 30, .neighbour).passages > 10)
    }

    @Test("it stands there before it pushes, and passes when the flap gives way while it is there")
    func patience() throws {
        var cat = SimulatedCat(.measured, seed: 7)
        var (arrivals, refusals, second) = ([Int](), [Int](), 0)
        // It has wanted out at some time of the first days.
        while refusals.count < 3, second < 5 * 86_400 {
            cat.think(at: second, hour: 8, summer: 1)
            for now in second..<second + 60 {
                while let act = cat.act(at: now, isFree: false) {
                    switch act {
                    case .arrive: arrivals.append(now)
                    case .refused(.outward): refusals.append(now)
                    default: Issue.record("\(act) through a flap that does not open")
                    }
                }
            }
            second += 60
        }
        #expect(refusals.count >= 3 && arrivals.count >= refusals.count)
        #expect(zip(arrivals, refusals).allSatisfy { (1...3).contains($1 - $0) })
        #expect(zip(refusals, arrivals.dropFirst()).allSatisfy { $1 - $0 > 10 })

        var another = SimulatedCat(.measured, seed: 7)
        let firstRefusal = try #require(refusals.first)
        var passed: Int?
        for now in 0..<firstRefusal + 60 {
            if now % 60 == 0 { another.think(at: now, hour: 8, summer: 1) }
            while let act = another.act(at: now, isFree: now > firstRefusal) {
                if case .pass(.outward, _) = act { passed = passed ?? now }
            }
        }
        #expect(passed == firstRefusal + 1)
    }
}
