import Testing
import Values

@testable import ARDrone
@testable import Simulators

/// The beginning of a link: with a drone on the ground, and with one that flies already.
@Suite("AR.Drone link: attaching to the simulated drone")
struct LinkAttachTests {
    /// A drone in the air whose driver has been dead for a while, and a new driver.
    private func orphan(after silence: Duration, flying command: FlightCommand) throws -> LinkFlight
    {
        var flight = try LinkFlight(seed: 1)
        try flight.getReady()
        try flight.takeOff()
        flight.command = command
        flight.run(.seconds(1))
        flight.hasDriver = false
        flight.run(silence)
        flight.restartDriver()
        flight.hasDriver = true
        flight.command = nil
        flight.mustStayUp = true
        flight.beginRecord()
        return flight
    }

    @Test(
        "A new driver holds a flying drone within 1 s, and neither lands, cuts nor moves it",
        arguments: [60, 1000, 1990, 3000, 8000])
    func attach(silenceMilliseconds: Int) throws {
        var flight = try orphan(after: .milliseconds(silenceMilliseconds), flying: .hover)
        let height = flight.truth.altitudeMetres
        let held = flight.time(within: .seconds(1)) { $0.link.state == .flying && $0.isHeard }
        #expect(held != nil, "\(flight.states)")
        flight.run(.seconds(8))
        #expect(flight.breaches == [])
        #expect(flight.isAirborne)
        #expect(flight.maxTilt < 1.5)
        #expect(abs(flight.truth.altitudeMetres - height) < 0.1)
        #expect(flight.events.contains(.adopted))
    }

    @Test("A drone that still flies as its dead driver told it is stopped, by hover alone")
    func attachToMoving() throws {
        var flight = try orphan(
            after: .milliseconds(500), flying: .move(StickPosition(forward: 0.3)))
        flight.run(.seconds(8))
        #expect(flight.breaches == [])
        #expect(flight.truth.phase == .hovering)
        #expect(flight.air.model.airframe.velocity.length < 0.05)
    }

    @Test("With 30 % of all datagrams lost both ways too, a new driver holds it", arguments: 1...20)
    func attachWithLosses(seed: UInt64) throws {
        var flight = try orphan(after: .seconds(3) + .milliseconds(Int(seed) * 13), flying: .hover)
        // The dice are thrown along with the datagrams: another pause is another game.
        try flight.apply("loss 30%")
        let held = flight.time(within: .seconds(3)) { $0.link.state == .flying && $0.isHeard }
        #expect(held != nil, "\(flight.states)")
        flight.run(.seconds(4))
        #expect(flight.breaches == [])
        #expect(flight.isAirborne)
        #expect(flight.maxTilt < 1.5)
    }

    @Test("Nobody's drone is landed after ten seconds, by its goal alone")
    func nobodysDrone() throws {
        var flight = try orphan(after: .seconds(3), flying: .hover)
        flight.run(.milliseconds(9900))
        #expect(flight.isAirborne)
        flight.mustStayUp = false
        let down = flight.time(within: .seconds(10)) {
            $0.truth.phase == .landed && $0.link.state == .ready
        }
        #expect(down != nil)
        #expect(flight.breaches == [])
    }

    @Test("A lease that runs out means hover at once, and landing two seconds later")
    func leaseOver() throws {
        var flight = try LinkFlight(seed: 1)
        try flight.getReady()
        try flight.takeOff()
        flight.command = .move(StickPosition(forward: 0.3))
        flight.run(.seconds(1))
        flight.command = nil
        let hovers = flight.time(within: .seconds(1)) {
            $0.air.model.firmware.pilot.stick == .hover
        }
        #expect(hovers.map { $0 <= .milliseconds(30) } == true)
        flight.run(.milliseconds(1900))
        #expect(flight.isAirborne)
        let down = flight.time(within: .seconds(10)) {
            $0.truth.phase == .landed && $0.link.state == .ready
        }
        #expect(down != nil)
        #expect(flight.breaches == [])
    }

    @Test("Each datagram of the handshake may be lost in turn, either way")
    func handshake() throws {
        var clean = try LinkFlight(seed: 1)
        let usual = try #require(clean.time(within: .seconds(10)) { $0.link.state == .ready })
        // An unanswered key is asked for again after half a second.
        let limit = usual + .milliseconds(700)
        #expect(clean.upCount > 20 && clean.downCount > 15)
        for index in 1...max(clean.upCount, clean.downCount) {
            for isUp in [true, false] {
                var flight = try LinkFlight(seed: 1)
                if isUp { flight.losesUp = [index] } else { flight.losesDown = [index] }
                let ready = flight.time(within: limit) { $0.link.state == .ready }
                #expect(ready != nil, "\(isUp ? "up" : "down") \(index): \(flight.states)")
                #expect(flight.air.model.configuration.flightLimits.maxMetres == 1.6)
            }
        }
    }
}
