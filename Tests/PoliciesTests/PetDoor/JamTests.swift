import Core
import Devices
import Testing

@testable import Policies

@Suite("Pet door: a bolt that is stuck out")
struct JamTests {
    @Test(
        "a bolt that is frozen is freed all night, each time after twice as long, up to half an hour"
    )
    func frozenBolt() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.isStuck = true
        bench.light = 0.9
        for hour in 0..<6 {
            let before = bench.moves
            bench.run(for: .seconds(3600))
            let ofHour = bench.moves - before
            // After 1, 2, 4, 8, 16 min and then each half hour, with 5 moves each.
            #expect(hour == 0 ? ofHour == 30 : (5...10).contains(ofHour), "\(hour): \(ofHour)")
        }
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
