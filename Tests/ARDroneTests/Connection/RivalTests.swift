import Testing
import Values

@testable import ARDrone

@Suite("AR.Drone link: a second controller, and a drone that does not do as told")
struct ARDroneRivalTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    /// A watch whose drone has repeated `echoes` of our numbers: 3, 6, 9...
    private func watch(echoes: Int) -> ARDrone.ControllerConflictDetector {
        var watch = ARDrone.ControllerConflictDetector()
        for echo in 1...Int32(max(1, echoes)) {
            watch.recordSent(echo * 3 - 2...echo * 3)
            if echo <= echoes { watch.receive(echo * 3, at: start) }
        }
        return watch
    }

    @Test(
        "Two numbers that are not ours are a rival, for as long as they come and 0.8 s more"
    )
    func rival() {
        var watch = watch(echoes: 10)
        watch.receive(5000, at: start)
        #expect(!watch.hasConflict(at: start))
        watch.receive(5003, at: start + .milliseconds(70))
        #expect(watch.hasConflict(at: start + .milliseconds(70)))
        #expect(watch.hasConflict(at: start + .milliseconds(860)))
        #expect(!watch.hasConflict(at: start + .milliseconds(880)))
    }

    @Test("Our own numbers, no number, 0, and one that stands still are no rival")
    func noRival() {
        var watch = watch(echoes: 10)
        for number in [30, nil, 0, -7, 5000, 5000, 5000, 27, 28, 29] as [Int32?] {
            watch.receive(number, at: start)
        }
        #expect(!watch.hasConflict(at: start))
    }

    @Test("Firmware that never told one of our numbers is not believed about others'")
    func unknownField() {
        var watch = watch(echoes: 7)
        for number in 5000...5050 as ClosedRange<Int32> { watch.receive(number, at: start) }
        #expect(!watch.hasConflict(at: start))
    }

    @Test("What was sent long ago is forgotten, what was sent just now is not")
    func memory() {
        var watch = watch(echoes: 200)
        watch.receive(600 - 3 * 63, at: start)
        watch.receive(600 - 3 * 62, at: start)
        #expect(!watch.hasConflict(at: start))
        watch.receive(600 - 3 * 64, at: start)
        watch.receive(600 - 3 * 65, at: start)
        #expect(watch.hasConflict(at: start))
    }

    @Test("A landing that is not begun within a second is said again from 1 on, never by a cut")
    func ignoredLanding() {
        var bench = LinkBench.airborne
        bench.drone.followsLand = false
        bench.run(.milliseconds(900), .land)
        #expect(!bench.events.contains(.landingIgnored))
        #expect(!bench.lastText.hasPrefix("AT*COMWDG=1\r"))
        bench.run(.milliseconds(300), .land)
        #expect(bench.events.filter { $0 == .landingIgnored }.count == 1)
        for _ in 0..<400 {
            bench.step(.hover)
            #expect(bench.lastText == "AT*COMWDG=1\rAT*REF=2,290717696\rAT*PCMD=3,0,0,0,0,0\r")
        }
        #expect(bench.link.state == .landing)
        bench.drone.followsLand = true
        bench.run(.milliseconds(300), .hover)
        #expect(bench.link.state == .ready)
    }

    @Test("A drone in other hands that took far higher numbers is landed all the same")
    func landsWithinOtherNumbers() {
        var bench = LinkBench.airborne
        bench.drone.receive(Array("AT*PCMD=1000000000,0,0,0,0,0\r".utf8))
        bench.run(.milliseconds(900), .land)
        #expect(bench.drone.isFlying)
        bench.run(.milliseconds(600), .land)
        #expect(!bench.drone.isFlying)
    }

    @Test("A pause of 300 ms has the stream asked for again, long before it counts as lost")
    func pause() {
        var bench = LinkBench.airborne
        let wakes = bench.wakeCount
        bench.drone.isSilent = true
        bench.run(.milliseconds(270), .hover)
        #expect(bench.wakeCount == wakes)
        bench.run(.milliseconds(90), .hover)
        #expect(bench.wakeCount == wakes + 1)
        #expect(bench.link.state == .flying)
    }

    @Test("Packets that are missing are counted by the gaps in their numbers")
    func missed() {
        var bench = LinkBench.airborne
        let before = bench.link.statistics.missed
        bench.drone.sequence += 7
        bench.run(.milliseconds(90), .hover)
        #expect(bench.link.statistics.missed == before + 7)
    }
}

extension LinkBench {
    fileprivate var lastText: String {
        String(decoding: lastDatagram ?? [], as: UTF8.self)
    }
}
