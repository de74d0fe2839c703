import Core
import JSON
import Testing
import Values

@testable import PetDoor

/// Both were found by the exploration of `DoorModelTests`: the bolt stayed out for ever.
@Suite("Pet door: a switch at the bolt that is wrong for a while")
struct LyingSwitchTests {
    @Test("a switch that says for a while that the bolt is back makes the servo pull it back")
    func switchSaysBack() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.latch = false
        bench.run(for: .seconds(7))
        #expect(bench.outputs?.bolt == .move(to: DoorBench.unlocked))
        #expect(bench.outputs?.reason.code == "drawn-by-hand")
    }

    @Test("a bolt that a hand pushed out comes back, even with a switch that comes and goes")
    func switchComesAndGoes() throws {
        var bench = try DoorBench()
        bench.step()
        for second in 0..<8 {
            bench.latch = second % 2 == 0 ? true : nil
            bench.run(for: .seconds(1))
        }
        #expect(bench.outputs?.bolt == .move(to: DoorBench.unlocked))
    }

    @Test("a switch that tells one side after the other keeps the servo within its budget")
    func switchSwaps() throws {
        var bench = try DoorBench(["dwell": "0s", "minimum_state_time": "0s", "moves_per_hour": 12])
        bench.isStuck = true
        for _ in 0..<700 {
            bench.latch = true
            bench.run(for: .seconds(4))
            bench.latch = false
            bench.run(for: .seconds(1))
        }
        #expect((1...12).contains(bench.moves), "\(bench.moves)")
    }
}
