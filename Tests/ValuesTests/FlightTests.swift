import Testing
import Values

@Suite struct FlightTests {
    @Test("a stick cannot be pushed beyond its end") func clamped() {
        let motion = StickPosition(roll: 1.5, forward: -7, climb: .infinity, yaw: -.infinity)
        #expect(motion == StickPosition(roll: 1, forward: -1, climb: 1, yaw: -1))
    }

    @Test("what is not a number is no motion") func notANumber() {
        #expect(StickPosition(roll: .nan, forward: .nan, climb: .nan, yaw: .nan) == .still)
    }

    @Test("a recorded stick is clamped as well") func decoded() throws {
        let motion = try decode(
            StickPosition.self, #"{"roll": 9, "forward": -9, "climb": 0.5, "yaw": 0}"#)
        #expect(motion == StickPosition(roll: 1, forward: -1, climb: 0.5))
    }

    @Test(
        "off the ground is what is not landed and not in an emergency",
        arguments: [
            (.landed, false), (.takingOff, true), (.hovering, true), (.flying, true),
            (.landing, true), (.emergency, false),
        ] as [(FlightState.Phase, Bool)])
    func airborne(phase: FlightState.Phase, expected: Bool) {
        #expect(phase.isAirborne == expected)
    }

    @Test(
        "every command survives a recording",
        arguments: [
            FlightCommand.land, .takeOff, .hover, .resetEmergency,
            .move(StickPosition(roll: 0.1, forward: -0.2, climb: 0.3, yaw: -0.4)),
        ])
    func recorded(command: FlightCommand) throws {
        #expect(try roundTrip(command) == command)
    }
}
