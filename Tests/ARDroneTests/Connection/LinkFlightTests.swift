import TestSupport
import Testing
import Values

@testable import ARDrone

@Suite("AR.Drone link: flying")
struct ARDroneLinkFlightTests {
    // MARK: Taking off

    @Test("A take-off is repeated until the drone says that it flies")
    func takeOffRepeated() {
        var bench = LinkBench.ready
        let before = bench.upCount
        bench.losesUp = { $0 <= before + 20 }
        bench.run(.seconds(1), .takeOff)
        #expect(bench.drone.isFlying)
        #expect(bench.link.state == .flying)
    }

    @Test("A take-off that the drone does not begin is given up")
    func takeOffGivenUp() {
        var bench = LinkBench.ready
        bench.drone.followsTakeOff = false
        bench.run(.seconds(4), .takeOff)
        #expect(bench.drone.lastReference == Reference.up)
        bench.run(.seconds(2), .takeOff)
        #expect(bench.drone.lastReference == Reference.land)
        #expect(bench.events.contains(.takeOffUnconfirmed))
        #expect(bench.link.state == .ready)
    }

    @Test(
        "What keeps the drone down refuses the take-off in words, and is final for that command",
        arguments: [12, 14, 15, 19, 22] as [UInt32])
    func takeOffRefused(bit: UInt32) {
        var bench = LinkBench.ready
        bench.drone.state |= 1 << bit
        bench.run(.milliseconds(300), .hover)
        bench.drone.forgetTaken()
        bench.run(.seconds(1), .takeOff)
        #expect(!bench.drone.taken.contains { $0.arguments.first == Reference.up })
        let words = ARDrone.NavdataState(rawValue: 1 << bit).armingFailures
        #expect(bench.events.filter { $0 == .takeOffRefused(words) }.count == 1)
        // The finger is out of the propeller: that must not be what starts it.
        bench.drone.state &= ~(1 << bit)
        bench.run(.seconds(1), .takeOff)
        #expect(!bench.drone.isFlying)
        bench.run(.milliseconds(90), .hover)
        bench.run(.seconds(1), .takeOff)
        #expect(bench.drone.isFlying)
    }

    @Test("A take-off that was asked for before the drone was ready is not done later")
    func takeOffBeforeReady() {
        var bench = LinkBench()
        bench.run(.seconds(4), .takeOff)
        #expect(bench.link.state == .ready)
        #expect(!bench.drone.isFlying)
        #expect(bench.events.contains(.takeOffRefused(["the drone is not answering"])))
        // A lease that lapses for a moment does not make the same command a new one.
        bench.run(.milliseconds(300), nil)
        bench.run(.seconds(1), .takeOff)
        #expect(!bench.drone.isFlying)
        bench.run(.milliseconds(90), .land)
        bench.run(.seconds(1), .takeOff)
        #expect(bench.drone.isFlying)
    }

    @Test("Asking for something else before it leaves the ground calls the take-off off")
    func takeOffCalledOff() {
        for other in [FlightCommand.hover, .land, .move(.still), nil] {
            var bench = LinkBench.ready
            bench.drone.followsTakeOff = false
            bench.run(.milliseconds(300), .takeOff)
            #expect(bench.drone.lastReference == Reference.up)
            bench.run(.milliseconds(90), other)
            #expect(bench.drone.lastReference == Reference.land)
        }
    }

    @Test("Hover and move leave a landed drone on the ground")
    func stayDown() {
        var bench = LinkBench.ready
        bench.drone.forgetTaken()
        bench.run(.seconds(1), .hover)
        bench.run(.seconds(1), .move(StickPosition(climb: 1)))
        #expect(!bench.drone.taken.contains { $0.arguments.first == Reference.up })
        #expect(!bench.drone.taken.contains { $0.name == "PCMD" && $0.arguments[0] != "0" })
    }

    // MARK: In the air

    @Test("A move goes out as it is asked, forward as nose down; hover as PCMD with flag 0")
    func move() {
        var bench = LinkBench.airborne
        bench.run(.milliseconds(60), .move(StickPosition(forward: 0.2)))
        #expect(bench.drone.lastMove == ["1", "0", "-1102263091", "0", "0"])
        bench.run(.milliseconds(60), .hover)
        #expect(bench.drone.lastMove == ["0", "0", "0", "0", "0"])
    }

    @Test("A lease that is over is hover at once, and landing after two seconds")
    func leaseOver() {
        var bench = LinkBench.airborne
        bench.run(.milliseconds(300), .move(StickPosition(forward: 1)))
        bench.step(nil)
        #expect(bench.drone.lastMove?.first == "0")
        bench.run(.milliseconds(1800), nil)
        #expect(bench.drone.lastReference == Reference.up)
        bench.run(.milliseconds(300), nil)
        #expect(!bench.drone.isFlying)
    }

    @Test("A lease that comes back in time changes nothing")
    func leaseBack() {
        var bench = LinkBench.airborne
        for _ in 0..<5 {
            bench.run(.milliseconds(1500), nil)
            bench.run(.milliseconds(60), .hover)
        }
        #expect(bench.drone.isFlying)
        #expect(bench.drone.lastReference == Reference.up)
    }

    @Test("Landing, once begun, goes on until landed, whatever is asked meanwhile")
    func landIsAGoal() {
        var bench = LinkBench.airborne
        bench.drone.followsLand = false
        bench.run(.milliseconds(60), .land)
        bench.drone.forgetTaken()
        for command in [FlightCommand.hover, .move(StickPosition(climb: 1)), .takeOff, nil] {
            bench.run(.seconds(4), command)
        }
        #expect(!bench.drone.taken.contains { $0.arguments.first == Reference.up })
        #expect(!bench.drone.taken.contains { $0.name == "PCMD" && $0.arguments[0] != "0" })
        let reminders = bench.events.filter {
            if case .stillNotLanded = $0 { return true }
            return false
        }
        #expect(reminders.count == 1)
        bench.drone.followsLand = true
        bench.run(.milliseconds(300), .hover)
        #expect(bench.link.state == .ready)
    }

    @Test("A drone that lands by itself is not lifted again by the take-off that still stands")
    func ownLanding() {
        var bench = LinkBench.ready
        bench.run(.seconds(1), .takeOff)
        #expect(bench.drone.isFlying)
        bench.drone.state &= ~1
        bench.drone.major = 2
        bench.drone.followsTakeOff = false
        bench.run(.milliseconds(90), .takeOff)
        bench.drone.followsTakeOff = true
        bench.run(.seconds(2), .takeOff)
        #expect(!bench.drone.isFlying)
        #expect(bench.events.contains(.landed(wasAsked: false)))
        bench.run(.milliseconds(90), .hover)
        bench.run(.seconds(1), .takeOff)
        #expect(bench.drone.isFlying)
    }

    @Test("A landing that the drone begins by itself is not fought")
    func ownDescent() {
        var bench = LinkBench.airborne
        bench.drone.major = 8
        bench.drone.followsLand = false
        bench.run(.milliseconds(90), .hover)
        #expect(bench.drone.lastReference == Reference.land)
        #expect(bench.events.contains(.landing(.ownDecision)))
        #expect(bench.link.knowledge.landsBecause == nil)
    }

    @Test("Why the driver lands it by itself is told to who commands it, until the next take-off")
    func landingCause() {
        var bench = LinkBench.airborne
        bench.run(.seconds(1), .hover)
        #expect(bench.link.knowledge == FlightState.Driver())
        bench.drone.followsLand = false
        bench.run(.milliseconds(2100), nil)
        bench.run(.milliseconds(60), .hover)
        let cause = bench.link.knowledge.landsBecause
        #expect(cause?.hasPrefix("no valid command for 2.") == true, "\(cause ?? "none")")
        bench.drone.followsLand = true
        bench.run(.seconds(3), .hover)
        #expect(bench.link.state == .ready && bench.link.knowledge.landsBecause == cause)
        bench.run(.seconds(3), .takeOff)
        #expect(bench.drone.isFlying && bench.link.knowledge.landsBecause == nil)
        bench.run(.milliseconds(60), .land)
        #expect(bench.link.knowledge.landsBecause == nil)
    }

    // MARK: Connecting to a flight

    @Test("A damaged packet with a right sum, of a drone that lands upside down, lands nothing")
    func damagedPacket() {
        var bench = LinkBench.airborne
        let damaged = NavdataBuilder.option(
            0, size: 148,
            [
                (4, little(UInt32(8 << 16))), (8, little(UInt32(80))), (16, little(Float.nan)),
            ])
        let packet = NavdataBuilder(state: 1, sequence: 1_000_000, options: [damaged])
        #expect(bench.link.receive(packet.bytes[...], at: bench.now) == nil)
        bench.run(.milliseconds(300), .hover)
        #expect(bench.link.state == .flying)
        #expect(bench.drone.isFlying)
        #expect(!bench.events.contains(.landing(.ownDecision)))
        #expect(bench.link.statistics.refused.values.reduce(0, +) == 1)
    }

    @Test("Connecting to a flying drone sends it no word that lands, cuts or moves it")
    func adopt() {
        var bench = LinkBench(.flying)
        bench.run(.seconds(8), nil)
        #expect(bench.drone.isFlying)
        let references = bench.drone.taken.filter { $0.name == "REF" }.map(\.arguments)
        #expect(Set(references) == [[Reference.up]])
        let moves = bench.drone.taken.filter { $0.name == "PCMD" }.map { $0.arguments[0] }
        #expect(Set(moves) == ["0"])
        #expect(bench.link.state == .flying)
    }

    @Test("A drone that was found flying and that nobody commands is landed after ten seconds")
    func adoptedAlone() {
        var bench = LinkBench(.flying)
        bench.run(.milliseconds(9900), nil)
        #expect(bench.drone.isFlying)
        bench.run(.milliseconds(500), nil)
        #expect(!bench.drone.isFlying)
    }

    @Test("A drone that was found flying obeys whoever commands it")
    func adoptedCommanded() {
        var bench = LinkBench(.flying)
        bench.run(.seconds(1), .move(StickPosition(yaw: 1)))
        #expect(bench.drone.lastMove == ["1", "0", "0", "0", "1065353216"])
        bench.run(.milliseconds(300), .land)
        #expect(!bench.drone.isFlying)
    }

    @Test("A drone found flying in its bootstrap is held, not moved, till it says how it flies")
    func adoptedInBootstrap() {
        var drone = FakeDrone.flying
        drone.state |= 1 << 11
        var bench = LinkBench(drone)
        bench.step(.move(StickPosition(forward: 1)))
        bench.step(.move(StickPosition(forward: 1)))
        #expect(bench.link.state == .bootstrap)
        #expect(bench.drone.lastReference == Reference.up)
        #expect(bench.drone.lastMove?.first == "0")
        bench.run(.seconds(1), .move(StickPosition(forward: 1)))
        #expect(bench.drone.lastMove?.first == "1")
    }

    // MARK: Emergency

    @Test("An emergency is reset only by a reset that begins in it, and bit 8 falls with bit 31")
    func reset() {
        var bench = LinkBench.ready
        bench.drone.forgetTaken()
        bench.run(.seconds(1), .resetEmergency)
        #expect(!bench.drone.taken.contains { $0.arguments.first == Reference.emergency })
        bench.drone.state |= 1 << 31
        bench.run(.seconds(1), .resetEmergency)
        #expect(!bench.drone.taken.contains { $0.arguments.first == Reference.emergency })
        #expect(bench.link.state == .emergency)
        bench.run(.milliseconds(60), .hover)
        bench.run(.milliseconds(90), .resetEmergency)
        #expect(bench.drone.taken.contains { $0.arguments.first == Reference.emergency })
        #expect(bench.drone.state & 1 << 31 == 0)
        #expect(bench.drone.lastReference == Reference.land)
    }

    @Test("An emergency in flight is not reset by itself, and ends the flight")
    func emergencyInFlight() {
        var bench = LinkBench.airborne
        bench.drone.state = bench.drone.state & ~1 | 1 << 31
        bench.drone.major = 2
        bench.run(.seconds(1), .takeOff)
        #expect(bench.link.state == .emergency)
        #expect(bench.drone.lastReference == Reference.land)
        bench.run(.milliseconds(60), .hover)
        bench.run(.seconds(1), .resetEmergency)
        #expect(bench.link.state == .ready)
        bench.run(.seconds(1), .resetEmergency)
        #expect(!bench.drone.isFlying)
        #expect(bench.drone.lastReference == Reference.land)
    }

    @Test("In the air a reset is a hover")
    func resetInFlight() {
        var bench = LinkBench.airborne
        bench.drone.forgetTaken()
        bench.run(.seconds(3), .resetEmergency)
        #expect(bench.drone.isFlying)
        #expect(
            bench.drone.taken.filter { $0.name == "REF" }.allSatisfy {
                $0.arguments == [Reference.up]
            })
    }
}
