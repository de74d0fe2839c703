import TestSupport
import Testing
import Values

@testable import Simulators
@testable import roost

/// The checker must be able to say no: the demo's exit code hangs on it.
@Suite struct FlightCheckerTests {
    private let start: Position
    private let targets: [Position]

    init() throws {
        let start = try #require(Position(latitude: 52.5, longitude: 13.4))
        self.start = start
        targets = [
            try #require(start.offset(eastMetres: 0, northMetres: 20)),
            try #require(start.offset(eastMetres: 20, northMetres: 0)),
        ]
    }

    private func drone(_ position: Position, _ phase: FlightState.Phase) -> DroneGroundTruth {
        DroneGroundTruth(
            position: position, altitudeMetres: 1, heading: .degrees(0), pitch: .degrees(0),
            roll: .degrees(0), eastMetresPerSecond: 0, northMetresPerSecond: 0,
            climbMetresPerSecond: 0, phase: phase, motors: .flying, batteryPercent: 90,
            isLinkLost: false, flatTrims: 0, lights: nil, isCompassCalibrated: true, photographs: 0)
    }

    private func house(light: Double, isLocked: Bool) -> HouseGroundTruth {
        HouseGroundTruth(
            timeOfDay: 0.5, lightRatio: light, celsius: 20, boltPosition: isLocked ? 1 : 0,
            isLatchContactClosed: isLocked, pulseMicroseconds: nil)
    }

    /// Flies the legs in turn while a day of 100 s passes; the door follows the light if it is told to.
    private func checked(_ legs: [Position], doorFollows: Bool = true) -> FlightChecker {
        var checker = FlightChecker(targets: targets)
        for second in 0...110 {
            let light = second < 50 ? 0.9 : 0.1
            let isLocked = doorFollows ? light < 0.5 : true
            let leg = legs[min(second / 20, legs.count - 1)]
            let truth = drone(leg, second < 100 ? .flying : .landed)
            checker.observe(
                truth, house(light: light, isLocked: isLocked), totalDays: Double(second) / 100,
                at: .seconds(second))
        }
        return checker
    }

    @Test("a flight to each target in turn and a door that follows satisfy it") func good() {
        let checker = checked(targets)
        #expect(checker.isSatisfied && checker.isOver)
        #expect(checker.reached == 2)
    }

    @Test("targets in the wrong order are not a mission") func wrongOrder() {
        #expect(!checked(targets.reversed()).isSatisfied)
    }

    @Test("a landing elsewhere than at the last target is not a mission") func landedElsewhere() {
        #expect(!checked(targets + [start]).isSatisfied)
    }

    @Test("a drone that stays where it is has reached nothing") func stays() {
        #expect(checked([start]).reached == 0)
    }

    @Test("a door that does not open by day is told") func doorStaysLocked() {
        let checker = checked(targets, doorFollows: false)
        #expect(!checker.isSatisfied)
        #expect(checker.checks.contains { !$0.isMet && $0.text.contains("1 times") })
    }

    @Test(
        "the day asks by the rule of the configuration, and nothing near its thresholds",
        arguments: [
            (0.9, 20.0, FlightChecker.Asked.unlocked), (0.3, 20, .locked), (0.68, 20, .either),
            (0.9, 34, .locked), (0.9, 1, .locked), (0.9, 32, .either),
        ] as [(Double, Double, FlightChecker.Asked)])
    func rule(light: Double, celsius: Double, asked: FlightChecker.Asked) {
        #expect(FlightChecker.asked(lightRatio: light, celsius: celsius) == asked)
    }
}

extension FlightChecker {
    fileprivate var isSatisfied: Bool { checks.allSatisfy(\.isMet) }
}
