import Devices
import Testing
import TestSupport

@testable import ARDrone

@Suite("AR.Drone link: flying")
struct ARDroneLinkFlightTests {
    // MARK: Taking off

    @Test("A take-off is repeated until the drone says that it flies")
    func takeOffRepeated() {
        var rig = LinkRig.ready
        let before = rig.upCount
        rig.losesUp = { $0 <= before + 20 }
        rig.run(.seconds(1), .takeOff)
        #expect(rig.drone.isFlying)
        #expect(rig.link.state == .flying)
    }

    @Test("A take-off that the drone does not begin is given up")
    func takeOffGivenUp() {
        var rig = LinkRig.ready
        rig.drone.followsTakeOff = false
        rig.run(.seconds(4), .takeOff)
        #expect(rig.drone.lastReference == Reference.up)
        rig.run(.seconds(2), .takeOff)
        #expect(rig.drone.lastReference == Reference.land)
        #expect(rig.events.contains(.takeOffUnconfirmed))
        #expect(rig.link.state == .ready)
    }

    @Test(
        "What keeps the drone down refuses the take-off in words, and is final for that command",
        arguments: [12, 14, 15, 19, 22] as [UInt32])
    func takeOffRefused(bit: UInt32) {
        var rig = LinkRig.ready
        rig.drone.state |= 1 << bit
        rig.run(.milliseconds(300), .hover)
        rig.drone.forgetTaken()
        rig.run(.seconds(1), .takeOff)
        #expect(!rig.drone.taken.contains { $0.arguments.first == Reference.up })
        let words = ARDrone.NavdataState(rawValue: 1 << bit).armingFailures
        #expect(rig.events.filter { $0 == .takeOffRefused(words) }.count == 1)
        // The finger is out of the propeller: that must not be what starts it.
        rig.drone.state &= ~(1 << bit)
        rig.run(.seconds(1), .takeOff)
        #expect(!rig.drone.isFlying)
        rig.run(.milliseconds(90), .hover)
        rig.run(.seconds(1), .takeOff)
        #expect(rig.drone.isFlying)
    }

    @Test("A take-off that was asked for before the drone was ready is not done later")
    func takeOffBeforeReady() {
        var rig = LinkRig()
        rig.run(.seconds(4), .takeOff)
        #expect(rig.link.state == .ready)
        #expect(!rig.drone.isFlying)
        #expect(rig.events.contains(.takeOffRefused(["the drone is not answering"])))
        // A lease that lapses for a moment does not make the same command a new one.
        rig.run(.milliseconds(300), nil)
        rig.run(.seconds(1), .takeOff)
        #expect(!rig.drone.isFlying)
        rig.run(.milliseconds(90), .land)
        rig.run(.seconds(1), .takeOff)
        #expect(rig.drone.isFlying)
    }

    @Test("Asking for something else before it leaves the ground calls the take-off off")
    func takeOffCalledOff() {
        for other in [FlightCommand.hover, .land, .move(.still), nil] {
            var rig = LinkRig.ready
            rig.drone.followsTakeOff = false
            rig.run(.milliseconds(300), .takeOff)
            #expect(rig.drone.lastReference == Reference.up)
            rig.run(.milliseconds(90), other)
            #expect(rig.drone.lastReference == Reference.land)
        }
    }

    @Test("Hover and move leave a landed drone on the ground")
    func stayDown() {
        var rig = LinkRig.ready
        rig.drone.forgetTaken()
        rig.run(.seconds(1), .hover)
        rig.run(.seconds(1), .move(StickPosition(climb: 1)))
        #expect(!rig.drone.taken.contains { $0.arguments.first == Reference.up })
        #expect(!rig.drone.taken.contains { $0.name == "PCMD" && $0.arguments[0] != "0" })
    }

    // MARK: In the air

    @Test("A move goes out as it is asked, forward as nose down; hover as PCMD with flag 0")
    func move() {
        var rig = LinkRig.airborne
        rig.run(.milliseconds(60), .move(StickPosition(forward: 0.2)))
        #expect(rig.drone.lastMove == ["1", "0", "-1102263091", "0", "0"])
        rig.run(.milliseconds(60), .hover)
        #expect(rig.drone.lastMove == ["0", "0", "0", "0", "0"])
    }

    @Test("A lease that is over is hover at once, and landing after two seconds")
    func leaseOver() {
        var rig = LinkRig.airborne
        rig.run(.milliseconds(300), .move(StickPosition(forward: 1)))
        rig.step(nil)
        #expect(rig.drone.lastMove?.first == "0")
        rig.run(.milliseconds(1800), nil)
        #expect(rig.drone.lastReference == Reference.up)
        rig.run(.milliseconds(300), nil)
        #expect(!rig.drone.isFlying)
    }

    @Test("A lease that comes back in time changes nothing")
    func leaseBack() {
        var rig = LinkRig.airborne
        for _ in 0..<5 {
            rig.run(.milliseconds(1500), nil)
            rig.run(.milliseconds(60), .hover)
        }
        #expect(rig.drone.isFlying)
        #expect(rig.drone.lastReference == Reference.up)
    }

    @Test("Landing, once begun, goes on until landed, whatever is asked meanwhile")
    func landIsAGoal() {
        var rig = LinkRig.airborne
        rig.drone.followsLand = false
        rig.run(.milliseconds(60), .land)
        rig.drone.forgetTaken()
        for command in [FlightCommand.hover, .move(StickPosition(climb: 1)), .takeOff, nil] {
            rig.run(.seconds(4), command)
        }
        #expect(!rig.drone.taken.contains { $0.arguments.first == Reference.up })
        #expect(!rig.drone.taken.contains { $0.name == "PCMD" && $0.arguments[0] != "0" })
        let reminders = rig.events.filter {
            if case .stillNotLanded = $0 { return true }
            return false
        }
        #expect(reminders.count == 1)
        rig.drone.followsLand = true
        rig.run(.milliseconds(300), .hover)
        #expect(rig.link.state == .ready)
    }

    @Test("A drone that lands by itself is not lifted again by the take-off that still stands")
    func ownLanding() {
        var rig = LinkRig.ready
        rig.run(.seconds(1), .takeOff)
        #expect(rig.drone.isFlying)
        rig.drone.state &= ~1
        rig.drone.major = 2
        rig.drone.followsTakeOff = false
        rig.run(.milliseconds(90), .takeOff)
        rig.drone.followsTakeOff = true
        rig.run(.seconds(2), .takeOff)
        #expect(!rig.drone.isFlying)
        #expect(rig.events.contains(.landed(wasAsked: false)))
        rig.run(.milliseconds(90), .hover)
        rig.run(.seconds(1), .takeOff)
        #expect(rig.drone.isFlying)
    }

    @Test("A landing that the drone begins by itself is not fought")
    func ownDescent() {
        var rig = LinkRig.airborne
        rig.drone.major = 8
        rig.drone.followsLand = false
        rig.run(.milliseconds(90), .hover)
        #expect(rig.drone.lastReference == Reference.land)
        #expect(rig.events.contains(.landing(.ownDecision)))
    }

    // MARK: Connecting to a flight

    @Test("A damaged packet with a right sum, of a drone that lands upside down, lands nothing")
    func damagedPacket() {
        var rig = LinkRig.airborne
        let damaged = NavdataBuilder.option(
            0, size: 148,
            [
                (4, little(UInt32(8 << 16))), (8, little(UInt32(80))), (16, little(Float.nan)),
            ])
        let packet = NavdataBuilder(state: 1, sequence: 1_000_000, options: [damaged])
        #expect(rig.link.receive(packet.bytes[...], at: rig.now) == nil)
        rig.run(.milliseconds(300), .hover)
        #expect(rig.link.state == .flying)
        #expect(rig.drone.isFlying)
        #expect(!rig.events.contains(.landing(.ownDecision)))
        #expect(rig.link.statistics.refused.values.reduce(0, +) == 1)
    }

    @Test("Connecting to a flying drone sends it no word that lands, cuts or moves it")
    func adopt() {
        var rig = LinkRig(.flying)
        rig.run(.seconds(8), nil)
        #expect(rig.drone.isFlying)
        let references = rig.drone.taken.filter { $0.name == "REF" }.map(\.arguments)
        #expect(Set(references) == [[Reference.up]])
        let moves = rig.drone.taken.filter { $0.name == "PCMD" }.map { $0.arguments[0] }
        #expect(Set(moves) == ["0"])
        #expect(rig.link.state == .flying)
    }

    @Test("A drone that was found flying and that nobody commands is landed after ten seconds")
    func adoptedAlone() {
        var rig = LinkRig(.flying)
        rig.run(.milliseconds(9900), nil)
        #expect(rig.drone.isFlying)
        rig.run(.milliseconds(500), nil)
        #expect(!rig.drone.isFlying)
    }

    @Test("A drone that was found flying obeys whoever commands it")
    func adoptedCommanded() {
        var rig = LinkRig(.flying)
        rig.run(.seconds(1), .move(StickPosition(yaw: 1)))
        #expect(rig.drone.lastMove == ["1", "0", "0", "0", "1065353216"])
        rig.run(.milliseconds(300), .land)
        #expect(!rig.drone.isFlying)
    }

    @Test("A drone found flying in its bootstrap is held, not moved, till it says how it flies")
    func adoptedInBootstrap() {
        var drone = FakeDrone.flying
        drone.state |= 1 << 11
        var rig = LinkRig(drone)
        rig.step(.move(StickPosition(forward: 1)))
        rig.step(.move(StickPosition(forward: 1)))
        #expect(rig.link.state == .bootstrap)
        #expect(rig.drone.lastReference == Reference.up)
        #expect(rig.drone.lastMove?.first == "0")
        rig.run(.seconds(1), .move(StickPosition(forward: 1)))
        #expect(rig.drone.lastMove?.first == "1")
    }

    // MARK: Emergency

    @Test("An emergency is reset only by a reset that begins in it, and bit 8 falls with bit 31")
    func reset() {
        var rig = LinkRig.ready
        rig.drone.forgetTaken()
        rig.run(.seconds(1), .resetEmergency)
        #expect(!rig.drone.taken.contains { $0.arguments.first == Reference.emergency })
        rig.drone.state |= 1 << 31
        rig.run(.seconds(1), .resetEmergency)
        #expect(!rig.drone.taken.contains { $0.arguments.first == Reference.emergency })
        #expect(rig.link.state == .emergency)
        rig.run(.milliseconds(60), .hover)
        rig.run(.milliseconds(90), .resetEmergency)
        #expect(rig.drone.taken.contains { $0.arguments.first == Reference.emergency })
        #expect(rig.drone.state & 1 << 31 == 0)
        #expect(rig.drone.lastReference == Reference.land)
    }

    @Test("An emergency in flight is not reset by itself, and ends the flight")
    func emergencyInFlight() {
        var rig = LinkRig.airborne
        rig.drone.state = rig.drone.state & ~1 | 1 << 31
        rig.drone.major = 2
        rig.run(.seconds(1), .takeOff)
        #expect(rig.link.state == .emergency)
        #expect(rig.drone.lastReference == Reference.land)
        rig.run(.milliseconds(60), .hover)
        rig.run(.seconds(1), .resetEmergency)
        #expect(rig.link.state == .ready)
        rig.run(.seconds(1), .resetEmergency)
        #expect(!rig.drone.isFlying)
        #expect(rig.drone.lastReference == Reference.land)
    }

    @Test("In the air a reset is a hover")
    func resetInFlight() {
        var rig = LinkRig.airborne
        rig.drone.forgetTaken()
        rig.run(.seconds(3), .resetEmergency)
        #expect(rig.drone.isFlying)
        #expect(
            rig.drone.taken.filter { $0.name == "REF" }.allSatisfy {
                $0.arguments == [Reference.up]
            })
    }
}
