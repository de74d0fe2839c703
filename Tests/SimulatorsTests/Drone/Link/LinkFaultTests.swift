import Testing
import Values

@testable import ARDrone
@testable import Simulators

/// What the shipped driver makes of each fault, with the drone in the air, on the ground, and on
/// its way between the two.
@Suite("AR.Drone link: every fault")
struct LinkFaultTests {
    private static let turning = FlightCommand.move(StickPosition(yaw: 0.3))
    /// Asked for when the fault is over, so that nothing before can be taken for it.
    private static let turningBack = FlightCommand.move(StickPosition(yaw: -0.25))
    /// In calm air a hover needs less than a degree; a stick at a fifth gives more than two.
    private static let stillDegrees = 1.5

    // MARK: In the air

    @Test(
        "In flight, control is back within 1 s of the end of any fault",
        arguments: LinkFault.allCases)
    func inFlight(fault: LinkFault) throws {
        var row = LinkFaultRow(fault)
        for seed in fault.seeds {
            var flight = try fault.flight(seed: seed)
            try flight.getReady()
            try flight.takeOff()
            flight.command = Self.turning
            flight.mustStayUp = fault.outcome == .fliesOn
            try fault.begin(in: &flight, seed: seed)
            if !fault.leavesContact { try fault.end(in: &flight) }
            flight.command = Self.turningBack
            let regained = flight.time(within: .seconds(1)) { $0.isInControl(after: fault) }
            if fault.leavesContact { try fault.end(in: &flight) }
            #expect(regained != nil, "seed \(seed): \(flight.story)")
            row.add(flight, regained: regained ?? .seconds(1))
            flight.run(.seconds(fault.outcome == .fliesOn ? 4 : 10))
            #expect(flight.breaches == [], "seed \(seed): \(flight.story)")
            #expect(flight.isAsMeant(after: fault), "seed \(seed): \(flight.story)")
            if fault.outcome != .fell {
                #expect(flight.maxTilt < Self.stillDegrees, "seed \(seed)")
            }
        }
        row.tell()
    }

    @Test(
        "A landing that was asked for is completed through any fault", arguments: LinkFault.allCases
    )
    func landing(fault: LinkFault) throws {
        for seed in fault.seeds.prefix(1) {
            var flight = try fault.flight(seed: seed)
            try flight.getReady()
            try flight.takeOff()
            flight.run(.milliseconds(100))
            // Asked for just before, and forgotten by whoever asked.
            flight.command = .land
            flight.run(.milliseconds(200))
            flight.command = Self.turning
            flight.mustStayDown = true
            try fault.happen(to: &flight, seed: seed)
            let down = flight.time(within: .seconds(10)) {
                $0.truth.phase == .landed && $0.link.state == .ready
            }
            #expect(down != nil, "seed \(seed): \(flight.story)")
            #expect(flight.breaches == [], "seed \(seed): \(flight.story)")
        }
    }

    @Test(
        "A landing asked for in the middle of a fault is completed", arguments: LinkFault.allCases)
    func landingMeanwhile(fault: LinkFault) throws {
        for seed in fault.seeds.prefix(1) {
            var flight = try fault.flight(seed: seed)
            try flight.getReady()
            try flight.takeOff()
            flight.command = .land
            try fault.happen(to: &flight, seed: 0)
            flight.command = .hover
            let down = flight.time(within: .seconds(10)) {
                $0.truth.phase == .landed && $0.link.state == .ready
            }
            #expect(down != nil, "seed \(seed): \(flight.story)")
            #expect(flight.breaches == [], "seed \(seed): \(flight.story)")
        }
    }

    // MARK: On the ground

    @Test(
        "On the ground no fault makes it take off, and it is ready soon after",
        arguments: LinkFault.onTheGround)
    func onTheGround(fault: LinkFault) throws {
        for seed in fault.seeds.prefix(1) {
            var flight = try fault.flight(seed: seed)
            try flight.getReady()
            flight.mustStayDown = true
            try fault.happen(to: &flight, seed: seed)
            let ready = flight.time(within: .seconds(10)) {
                $0.link.state == .ready && $0.isHeard
            }
            #expect(ready != nil, "seed \(seed): \(flight.story)")
            #expect(flight.breaches == [], "seed \(seed): \(flight.story)")
            #expect(flight.truth.motors == .off)
        }
    }

    @Test(
        "A take-off in which a fault begins ends in the air, or on the ground permanently",
        arguments: LinkFault.allCases)
    func takingOff(fault: LinkFault) throws {
        for seed in fault.seeds.prefix(1) {
            var flight = try fault.flight(seed: seed)
            try flight.getReady()
            flight.command = .takeOff
            flight.run(.milliseconds(Int(seed) * 35))
            try fault.happen(to: &flight, seed: 0)
            let isSettled = flight.time(within: .seconds(10)) {
                ($0.isAirborne && $0.link.state == .flying)
                    || ($0.truth.phase == .landed && $0.link.state == .ready)
            }
            #expect(isSettled != nil, "seed \(seed): \(flight.story)")
            #expect(flight.breaches == [], "seed \(seed): \(flight.story)")
            if flight.truth.phase == .landed { flight.mustStayDown = true }
            flight.run(.seconds(2))
            #expect(flight.breaches == [], "seed \(seed): \(flight.story)")
        }
    }
}

extension LinkFlight {
    /// Whether the drone takes our words.
    var isHeard: Bool {
        !truth.isLinkLost && now - air.model.firmware.link.lastHeardAt < .milliseconds(100)
    }

    /// Whether the drone does what is asked now, and the driver knows it.
    fileprivate func isInControl(after fault: LinkFault) -> Bool {
        switch fault.outcome {
        case .fliesOn:
            link.state == .flying && !link.commands.hasConflict
                && air.model.firmware.pilot.stick == command?.stick
        case .fliesOrLands:
            isHeard && [.flying, .landing, .configuring, .ready].contains(link.state)
        case .lands:
            isHeard && !isAirborne && [.landing, .configuring, .ready].contains(link.state)
        case .fell:
            isHeard && [.bootstrap, .configuring, .ready].contains(link.state)
        }
    }

    fileprivate func isAsMeant(after fault: LinkFault) -> Bool {
        switch fault.outcome {
        case .fliesOn: isAirborne && link.state == .flying
        case .fliesOrLands:
            isAirborne ? link.state == .flying : truth.phase == .landed && link.state == .ready
        case .lands, .fell: truth.phase == .landed && link.state == .ready
        }
    }

    /// For the message of a failed test.
    fileprivate var story: String {
        "\(states.map(\.rawValue)); \(events.map(\.message)); drone \(truth.phase), "
            + "height \(truth.altitudeMetres), heard \(isHeard), breaches \(breaches)"
    }
}
