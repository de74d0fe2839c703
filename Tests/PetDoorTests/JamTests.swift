import Core
import JSON
import Testing
import Values

@testable import PetDoor

@Suite("Pet door: a bolt that is stuck out")
struct JamTests {
    /// The bolt went out by night and cannot be drawn in the morning.
    private func frozen() throws -> DoorBench {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.isStuck = true
        bench.light = 0.9
        return bench
    }

    @Test(
        "a bolt that is frozen is freed all night, each time after twice as long, up to half an hour"
    )
    func frozenBolt() throws {
        var bench = try frozen()
        for hour in 0..<6 {
            let before = bench.moves
            bench.run(for: .seconds(3600))
            let ofHour = bench.moves - before
            // After 1, 2, 4, 8, 16 min and then each half hour: a push and a move back, three times. The first 5
            // moves were the morning's.
            #expect(hour == 0 ? ofHour == 35 : (6...12).contains(ofHour), "\(hour): \(ofHour)")
        }
    }

    @Test("a bolt that is frozen for days is tried each half hour, in 196 moves a day at most")
    func frozenForDays() throws {
        var bench = try frozen()
        for _ in 0..<2 {
            var before = bench.moves
            let midnight = bench.moves
            for _ in 0..<24 {
                bench.run(for: .seconds(3600), every: .seconds(1))
                #expect(bench.moves > before)
                before = bench.moves
            }
            // moves_per_day is 100, jam_retry_at_most half an hour.
            #expect((96...196).contains(bench.moves - midnight), "\(bench.moves - midnight)")
        }
        bench.isStuck = false
        #expect(bench.run(for: .seconds(1810), every: .seconds(1)).state == .unlocked)
        // The servo rests: it stays open, and says so.
        bench.light = 0.1
        #expect(bench.run(for: .seconds(60), every: .seconds(1)).state == .pending)
        #expect(bench.outputs?.reason.code == "night/too-many-moves")
        for _ in 0..<1440 where bench.state != .locked { bench.step(after: .seconds(60)) }
        #expect(bench.state == .locked)
    }

    enum InTheWay: CaseIterable {
        case nothing, openFlap, unheardFlap, occupiedTunnel, unheardTunnel, unheardLatch

        /// Whether a bolt that is pushed out could hurt an animal.
        var forbidsPush: Bool { self != .nothing }

        func apply(to bench: inout DoorBench) {
            switch self {
            case .nothing: break
            case .openFlap: bench.flap = false
            case .unheardFlap: bench.flap = nil
            case .occupiedTunnel: bench.tunnel = .good(Contact(isActive: true), at: bench.now)
            case .unheardTunnel: bench.tunnel = .absent(since: bench.now, because: "unplugged")
            case .unheardLatch: bench.latch = nil
            }
        }
    }

    @Test(
        "a bolt that is caught is pushed out and comes free, however many moves were made; while a push could hurt, it waits",
        arguments: InTheWay.allCases, [Duration.seconds(60), .seconds(7200), .seconds(86_400)])
    func caught(inTheWay: InTheWay, jammedFor time: Duration) throws {
        var bench = try DoorBench(defaultsBut: ["dwell": "0s", "minimum_state_time": "0s"])
        bench.hasFlap = true
        bench.tunnel = .good(Contact(isActive: false), at: bench.now)
        bench.run(for: .seconds(60), every: .seconds(1))
        bench.lockByNight()
        // Ice first, which spends the moves; then friction, which only a push ends.
        bench.isStuck = true
        bench.light = 0.9
        bench.run(for: time, every: .seconds(1))
        bench.isStuck = false
        bench.isCaught = true
        inTheWay.apply(to: &bench)
        bench.run(for: .seconds(1900), every: .seconds(1))
        #expect(bench.isCaught == inTheWay.forbidsPush, "\(bench.outputs?.reason.code ?? "")")
        if !inTheWay.forbidsPush { #expect(bench.state == .unlocked) }
    }

    @Test("with the moves of the day used up, the end of a frost has a bolt tried within a minute")
    func thawOfUsedUp() throws {
        var bench = try DoorBench(["dwell": "0s", "temperature_min": "-20°C"])
        bench.celsius = -4
        bench.lockByNight()
        bench.isStuck = true
        bench.light = 0.9
        bench.run(for: .seconds(36_000), every: .seconds(1))
        bench.isStuck = false
        bench.celsius = 3.1
        #expect(bench.run(for: .seconds(62), every: .seconds(1)).state == .unlocked)
    }

    @Test("whatever a cat, a switch and the light do for a day, the servo moves 168 times at most")
    func restlessDay() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.run(for: .seconds(3))
        for second in 0..<86_400 {
            bench.flap = second % 40 < 35
            bench.isStuck = second / 1000 % 2 == 0
            if second % 90 == 0 { bench.latch = second % 180 == 0 }
            bench.light = second / 300 % 2 == 0 ? 0.1 : 0.9
            bench.step(after: .seconds(1))
        }
        // The first move back, after a lock or a hand, is made whatever the budget says: up to 20 more.
        #expect((50...168).contains(bench.moves), "\(bench.moves)")
    }

    @Test("a bolt that is moved against ice all day can still lock") func icyDay() throws {
        var bench = try DoorBench([
            "dwell": "0s", "minimum_state_time": "0s", "frost_exercise_every": "10min",
            "temperature_min": "-20°C",
        ])
        bench.hasFlap = true
        bench.celsius = 0
        bench.run(for: .seconds(43_200), every: .seconds(1))
        #expect(bench.moves > 100)
        bench.light = 0.1
        #expect(bench.run(for: .seconds(5)).state == .locked)
    }

    /// Stuck for an hour: the next try is half an hour away.
    private func frozenForAnHour(_ celsius: Double = -4) throws -> DoorBench {
        var bench = try DoorBench(["dwell": "0s", "temperature_min": "-20°C"])
        bench.celsius = celsius
        bench.lockByNight()
        bench.isStuck = true
        bench.light = 0.9
        bench.run(for: .seconds(3600))
        try #require(bench.state == .jammed)
        bench.isStuck = false
        return bench
    }

    @Test("a bolt that was frozen is tried within a minute once the frost is over")
    func thaw() throws {
        var bench = try frozenForAnHour()
        bench.celsius = 2.9
        #expect(bench.run(for: .seconds(60)).state == .jammed)
        bench.celsius = nil
        bench.step()
        bench.celsius = 3.1
        #expect(bench.run(for: .seconds(60)).state == .unlocked)
    }

    @Test("a bolt that is stuck for another cause than frost is tried each half hour")
    func noThaw() throws {
        var bench = try frozenForAnHour(10)
        bench.celsius = 15
        #expect(bench.run(for: .seconds(60)).state == .jammed)
        #expect(bench.run(for: .seconds(1800)).state == .unlocked)
    }

    @Test("a person who asks for it has a stuck bolt tried at once, and soon again")
    func askedToFree() throws {
        var bench = try frozenForAnHour()
        bench.isStuck = true
        bench.ask(.unlock)
        bench.run(for: .seconds(20))
        try #require(bench.state == .jammed)
        bench.isStuck = false
        #expect(bench.run(for: .seconds(61)).state == .unlocked)
    }

    @Test("a bolt that came free is tried soon when it is stuck again")
    func freedAndStuck() throws {
        var bench = try frozenForAnHour()
        bench.run(for: .seconds(1800))
        try #require(bench.state == .unlocked)
        bench.light = 0.2
        bench.run(for: .seconds(700))
        try #require(bench.state == .locked)
        bench.isStuck = true
        bench.light = 0.9
        bench.run(for: .seconds(700))
        try #require(bench.state == .jammed || bench.state == .unlocking)
        bench.isStuck = false
        #expect(bench.run(for: .seconds(600)).state == .unlocked)
    }
}
