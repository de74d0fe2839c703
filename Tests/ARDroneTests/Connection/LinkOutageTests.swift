import Devices
import Testing
import TestSupport

@testable import ARDrone

@Suite("AR.Drone link: outages, restarts and garbage")
struct ARDroneLinkOutageTests {
    @Test("A second without navdata is a loss: hover, stay up, and ask for the stream again")
    func loss() {
        var rig = LinkRig.airborne
        rig.run(.milliseconds(300), .move(StickPosition(forward: 1)))
        rig.drone.isSilent = true
        let wakes = rig.wakeCount
        rig.run(.milliseconds(900), .move(StickPosition(forward: 1)))
        #expect(rig.link.state == .flying)
        rig.run(.milliseconds(600), .move(StickPosition(forward: 1)))
        #expect(rig.link.state == .lost)
        #expect(rig.drone.lastMove?.first == "0")
        #expect(rig.wakeCount > wakes)
        // "Up" is not repeated into the dark: it would lift a drone that was restarted meanwhile.
        rig.drone.forgetTaken()
        rig.run(.seconds(2), .hover)
        #expect(rig.drone.count("REF") == 0)
        #expect(rig.drone.count("PCMD") > 60)
        #expect(rig.drone.isFlying)
        #expect(rig.link.statistics.losses == 1)
    }

    @Test("Control is back within a second of the link's return", arguments: [1500, 2500, 4500])
    func back(milliseconds: Int) {
        var rig = LinkRig.airborne
        rig.drone.isSilent = true
        rig.drone.isDeaf = true
        rig.run(.milliseconds(milliseconds), .move(StickPosition(forward: 1)))
        rig.drone.state |= 1 << 30 | (milliseconds > 2000 ? 1 << 13 : 0)
        rig.drone.isSilent = false
        rig.drone.isDeaf = false
        let command = FlightCommand.move(StickPosition(forward: 1))
        #expect(rig.time(to: .flying, within: .seconds(1), command) != nil)
        rig.run(.milliseconds(100), command)
        #expect(rig.drone.lastMove?.first == "1")
        #expect(rig.drone.isFlying)
    }

    @Test("After five seconds of silence it is told to land, and that goes on after the return")
    func landsWhenLost() {
        var rig = LinkRig.airborne
        rig.drone.followsLand = false
        rig.drone.isSilent = true
        rig.run(.milliseconds(4900), .hover)
        #expect(rig.drone.lastReference == Reference.up)
        rig.run(.milliseconds(300), .hover)
        #expect(rig.drone.lastReference == Reference.land)
        rig.run(.seconds(60), .takeOff)
        #expect(rig.drone.lastReference == Reference.land)
        #expect(rig.link.state == .lost)
        rig.drone.isSilent = false
        rig.run(.seconds(1), .hover)
        #expect(rig.drone.lastReference == Reference.land)
        #expect(rig.link.state == .landing)
    }

    @Test("A drone that may have taken off unseen is told to land")
    func lostWhileTakingOff() {
        var rig = LinkRig.ready
        rig.step(.hover)
        rig.drone.isSilent = true
        rig.run(.milliseconds(1500), .takeOff)
        #expect(rig.link.state == .lost)
        #expect(rig.drone.isFlying)
        #expect(rig.link.mayBeAirborne(at: rig.now))
        rig.run(.seconds(4), .takeOff)
        #expect(!rig.drone.isFlying)
    }

    @Test("A landed drone that falls silent is absent in the end, and is sent no more commands")
    func switchedOff() {
        var rig = LinkRig.ready
        rig.drone.isSilent = true
        rig.run(.seconds(2), .hover)
        #expect(rig.link.state == .lost)
        rig.run(.seconds(4), .hover)
        #expect(rig.link.state == .absent)
        #expect(rig.lastDatagram == nil)
        #expect(!rig.link.mayBeAirborne(at: rig.now))
    }

    @Test("A drone switched off and on in flight stays down, though a take-off still stands")
    func rebootAfterFlight() {
        var rig = LinkRig.ready
        rig.run(.seconds(20), .takeOff)
        #expect(rig.drone.isFlying)
        rig.drone.reboot()
        rig.drone.isDeaf = true
        rig.drone.isSilent = true
        // Back before the link gives it up and says land: only the goal may keep it down.
        rig.run(.seconds(3), .takeOff)
        rig.drone.isDeaf = false
        rig.run(.seconds(1), .takeOff)
        rig.drone.isSilent = false
        rig.run(.seconds(4), .takeOff)
        #expect(rig.events.contains(.rebooted))
        #expect(rig.link.state == .ready)
        #expect(!rig.drone.isFlying)
        #expect(rig.drone.settings.count == 4)
        rig.run(.milliseconds(90), .hover)
        rig.run(.seconds(1), .takeOff)
        #expect(rig.drone.isFlying)
    }

    @Test("A restart without a gap in the stream is seen by its numbers")
    func quickReboot() {
        var rig = LinkRig.ready
        rig.drone.reboot()
        rig.drone.isAwake = true
        rig.run(.milliseconds(60), .hover)
        #expect(rig.events.contains(.rebooted))
        rig.run(.seconds(3), .hover)
        #expect(rig.link.state == .ready)
        #expect(rig.drone.settings.count == 4)
    }

    @Test("A stream that starts over in the air keeps the flight up")
    func streamRestartsInFlight() {
        var rig = LinkRig.airborne
        rig.run(.seconds(5), .hover)
        rig.drone.sequence = 0
        rig.drone.forgetTaken()
        rig.run(.seconds(2), .hover)
        #expect(
            rig.drone.taken.filter { $0.name == "REF" }.allSatisfy {
                $0.arguments == [Reference.up]
            })
        #expect(rig.link.state == .flying)
        #expect(!rig.events.contains(.rebooted))
    }

    @Test("A late or doubled packet is counted and changes nothing")
    func lateAndDoubled() {
        var rig = LinkRig.airborne
        let landed = NavdataBuilder(
            state: 0, sequence: rig.drone.sequence - 3, options: [NavdataBuilder.demo(major: 2)])
        #expect(rig.link.receive(landed.bytes[...], at: rig.now) == nil)
        #expect(rig.link.receive(landed.bytes[...], at: rig.now) == nil)
        #expect(rig.link.statistics.refused[.outOfOrder] == 2)
        rig.drone.forgetTaken()
        rig.run(.milliseconds(300), .hover)
        #expect(!rig.drone.taken.contains { $0.arguments.first == Reference.land })
    }

    @Test("Garbage is counted by its kind and does not count as a sign of life")
    func garbage() {
        var rig = LinkRig.airborne
        rig.drone.isSilent = true
        for _ in 0..<40 {
            _ = rig.link.receive([1, 2, 3], at: rig.now)
            _ = rig.link.receive(ArraySlice(repeating: 0, count: 24), at: rig.now)
            rig.step(.hover)
        }
        #expect(rig.link.state == .lost)
        #expect(rig.link.statistics.refused[.headerTooShort] == 40)
        #expect(rig.link.statistics.refused[.wrongMagic] == 40)
    }

    @Test("Right after a take-off was sent, a report of landed is not yet believed")
    func landedJustAfterUp() {
        var rig = LinkRig.ready
        rig.drone.followsTakeOff = false
        rig.step(.takeOff)
        rig.run(.milliseconds(90), .land)
        #expect(rig.link.state == .ready)
        #expect(rig.link.mayBeAirborne(at: rig.now))
        rig.run(.seconds(1), .land)
        #expect(!rig.link.mayBeAirborne(at: rig.now))
    }
}
