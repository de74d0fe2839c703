import Core
import TestSupport
import Testing
import Values

@testable import ARDrone

/// Photographs, by the developer's guide of the SDK ("USERBOX:userbox_cmd": 2, the seconds between them, how
/// many, YYYYMMDD_hhmmss) and as Parrot's own application sends them (`ardrone_academy_navdata.c`: "2,0,0,date",
/// once bit 7 of the state says that the camera is ready).
@Suite("AR.Drone photographs")
struct ARDronePhotographTests {
    /// 29 March 2026, 01:02:03 UTC.
    private static let time = WallTime(secondsSince1970: 1_774_746_123)

    private func bench(ready: Bool = true) -> ActionBench {
        var bench = ActionBench()
        if ready { bench.bits |= 1 << 7 }
        return bench
    }

    @Test("one goes as an acknowledged key that is named by the time, in flight and on the ground")
    func one() {
        for isGrounded in [false, true] {
            var bench = isGrounded ? ActionBench.grounded : bench()
            bench.bits |= 1 << 7
            bench.ask(.photograph(at: Self.time))
            bench.run(.milliseconds(300))
            #expect(bench.keys == ["2,0,0,20260329_010203"])
            #expect(bench.report == Response(to: 1, .done, "it has acknowledged a photograph"))
        }
    }

    @Test("where nobody knows the time it is taken all the same")
    func noTime() {
        var bench = bench()
        bench.ask(.photograph(at: nil))
        bench.run(.milliseconds(300))
        #expect(bench.keys == ["2,0,0,19700101_000000"])
    }

    @Test("a camera that is not ready, and a drone that is silent, take none")
    func notReady() {
        var bench = bench(ready: false)
        bench.ask(.photograph(at: Self.time))
        #expect(bench.report == Response(to: 1, .refused, "its camera is not ready"))
        bench = self.bench()
        bench.isLost = true
        bench.ask(.photograph(at: Self.time))
        #expect(bench.report?.message == "the drone is not answering")
        bench.run(.milliseconds(300))
        #expect(bench.keys == [])
    }

    @Test("one that is never acknowledged is refused within 6 s, and was sent five times at most")
    func unacknowledged() {
        var bench = bench()
        bench.isReached = false
        bench.ask(.photograph(at: Self.time))
        bench.run(.milliseconds(6100))
        #expect(bench.report?.outcome == .refused)
        #expect((1...5).contains(bench.keys.count), "\(bench.keys)")
    }

    @Test("the driver adds the time to one that has none, and to nothing else")
    func dated() {
        func dated(_ action: ARDrone.Action) -> ARDrone.Action {
            Event(number: 1, value: action, postedAt: .zero, origin: .person)
                .dated { Self.time }.value
        }
        #expect(dated(.photograph(at: nil)) == .photograph(at: Self.time))
        #expect(dated(.flatTrim) == .flatTrim)
    }
}
