import TestSupport
import Testing
import Values

@testable import ARDrone

@Suite("AR.Drone link: outages, restarts and garbage")
struct ARDroneLinkOutageTests {
    @Test("A second without navdata is a loss: hover, stay up, and ask for the stream again")
    func loss() {
        var bench = LinkBench.airborne
        bench.run(.milliseconds(300), .move(StickPosition(forward: 1)))
        bench.drone.isSilent = true
        let wakes = bench.wakeCount
        bench.run(.milliseconds(900), .move(StickPosition(forward: 1)))
        #expect(bench.link.state == .flying)
        bench.run(.milliseconds(600), .move(StickPosition(forward: 1)))
        #expect(bench.link.state == .lost)
        #expect(bench.drone.lastMove?.first == "0")
        #expect(bench.wakeCount > wakes)
        // "Up" is not repeated into the dark: it would lift a drone that was restarted meanwhile.
        bench.drone.forgetTaken()
        bench.run(.seconds(2), .hover)
        #expect(bench.drone.count("REF") == 0)
        #expect(bench.drone.count("PCMD") > 60)
        #expect(bench.drone.isFlying)
        #expect(bench.link.statistics.losses == 1)
    }

    @Test("Control is back within a second of the link's return", arguments: [1500, 2500, 4500])
    func back(milliseconds: Int) {
        var bench = LinkBench.airborne
        bench.drone.isSilent = true
        bench.drone.isDeaf = true
        bench.run(.milliseconds(milliseconds), .move(StickPosition(forward: 1)))
        bench.drone.state |= 1 << 30 | (milliseconds > 2000 ? 1 << 13 : 0)
        bench.drone.isSilent = false
        bench.drone.isDeaf = false
        let command = FlightCommand.move(StickPosition(forward: 1))
        #expect(bench.time(to: .flying, within: .seconds(1), command) != nil)
        bench.run(.milliseconds(100), command)
        #expect(bench.drone.lastMove?.first == "1")
        #expect(bench.drone.isFlying)
    }

    @Test("After five seconds of silence it is told to land, and that goes on after the return")
    func landsWhenLost() {
        var bench = LinkBench.airborne
        bench.drone.followsLand = false
        bench.drone.isSilent = true
        bench.run(.milliseconds(4900), .hover)
        #expect(bench.drone.lastReference == Reference.up)
        bench.run(.milliseconds(300), .hover)
        #expect(bench.drone.lastReference == Reference.land)
        bench.run(.seconds(60), .takeOff)
        #expect(bench.drone.lastReference == Reference.land)
        #expect(bench.link.state == .lost)
        bench.drone.isSilent = false
        bench.run(.seconds(1), .hover)
        #expect(bench.drone.lastReference == Reference.land)
        #expect(bench.link.state == .landing)
    }

    @Test("A drone that may have taken off unseen is told to land")
    func lostWhileTakingOff() {
        var bench = LinkBench.ready
        bench.step(.hover)
        bench.drone.isSilent = true
        bench.run(.milliseconds(1500), .takeOff)
        #expect(bench.link.state == .lost)
        #expect(bench.drone.isFlying)
        #expect(bench.link.mayBeAirborne(at: bench.now))
        bench.run(.seconds(4), .takeOff)
        #expect(!bench.drone.isFlying)
    }

    @Test("A landed drone that falls silent is absent in the end, and is sent no more commands")
    func switchedOff() {
        var bench = LinkBench.ready
        bench.drone.isSilent = true
        bench.run(.seconds(2), .hover)
        #expect(bench.link.state == .lost)
        bench.run(.seconds(4), .hover)
        #expect(bench.link.state == .absent)
        #expect(bench.lastDatagram == nil)
        #expect(!bench.link.mayBeAirborne(at: bench.now))
    }

    @Test("A drone switched off and on in flight stays down, though a take-off still stands")
    func rebootAfterFlight() {
        var bench = LinkBench.ready
        bench.run(.seconds(20), .takeOff)
        #expect(bench.drone.isFlying)
        bench.drone.reboot()
        bench.drone.isDeaf = true
        bench.drone.isSilent = true
        // Back before the link gives it up and says land: only the goal may keep it down.
        bench.run(.seconds(3), .takeOff)
        bench.drone.isDeaf = false
        bench.run(.seconds(1), .takeOff)
        bench.drone.isSilent = false
        bench.run(.seconds(4), .takeOff)
        #expect(bench.events.contains(.rebooted))
        #expect(bench.link.knowledge.restarts == 1)
        #expect(bench.link.state == .ready)
        #expect(!bench.drone.isFlying)
        #expect(bench.drone.settings.count == 4)
        bench.run(.milliseconds(90), .hover)
        bench.run(.seconds(1), .takeOff)
        #expect(bench.drone.isFlying)
    }

    @Test("A restart without a gap in the stream is seen by its numbers")
    func quickReboot() {
        var bench = LinkBench.ready
        bench.drone.reboot()
        bench.drone.isAwake = true
        bench.run(.milliseconds(60), .hover)
        #expect(bench.events.contains(.rebooted))
        bench.run(.seconds(3), .hover)
        #expect(bench.link.state == .ready)
        #expect(bench.drone.settings.count == 4)
    }

    @Test("A stream that starts over in the air keeps the flight up")
    func streamRestartsInFlight() {
        var bench = LinkBench.airborne
        bench.run(.seconds(5), .hover)
        bench.drone.sequence = 0
        bench.drone.forgetTaken()
        bench.run(.seconds(2), .hover)
        #expect(
            bench.drone.taken.filter { $0.name == "REF" }.allSatisfy {
                $0.arguments == [Reference.up]
            })
        #expect(bench.link.state == .flying)
        #expect(!bench.events.contains(.rebooted))
        #expect(bench.link.knowledge.restarts == 0)
    }

    @Test("A late or doubled packet is counted and changes nothing")
    func lateAndDoubled() {
        var bench = LinkBench.airborne
        let landed = NavdataBuilder(
            state: 0, sequence: bench.drone.sequence - 3, options: [NavdataBuilder.demo(major: 2)])
        #expect(bench.link.receive(landed.bytes[...], at: bench.now) == nil)
        #expect(bench.link.receive(landed.bytes[...], at: bench.now) == nil)
        #expect(bench.link.statistics.refused[.outOfOrder] == 2)
        bench.drone.forgetTaken()
        bench.run(.milliseconds(300), .hover)
        #expect(!bench.drone.taken.contains { $0.arguments.first == Reference.land })
    }

    @Test("Garbage is counted by its kind and does not count as a sign of life")
    func garbage() {
        var bench = LinkBench.airborne
        bench.drone.isSilent = true
        for _ in 0..<40 {
            _ = bench.link.receive([1, 2, 3], at: bench.now)
            _ = bench.link.receive(ArraySlice(repeating: 0, count: 24), at: bench.now)
            bench.step(.hover)
        }
        #expect(bench.link.state == .lost)
        #expect(bench.link.statistics.refused[.headerTooShort] == 40)
        #expect(bench.link.statistics.refused[.wrongMagic] == 40)
    }

    @Test("Right after a take-off was sent, a report of landed is not yet believed")
    func landedJustAfterUp() {
        var bench = LinkBench.ready
        bench.drone.followsTakeOff = false
        bench.step(.takeOff)
        bench.run(.milliseconds(90), .land)
        #expect(bench.link.state == .ready)
        #expect(bench.link.mayBeAirborne(at: bench.now))
        bench.run(.seconds(1), .land)
        #expect(!bench.link.mayBeAirborne(at: bench.now))
    }
}
