import Devices
import Testing

@testable import Policies

/// Both were found by the exploration of `DoorModelTests`: the bolt stayed out for ever.
@Suite("Pet door: a switch at the bolt that is wrong for a while")
struct LyingSwitchTests {
    @Test("a switch that says for a while that the bolt is back makes the servo pull it back")
    func switchSaysBack() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.latch = false
        bench.run(for: .seconds(4))
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
}
