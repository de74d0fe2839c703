import Core
import DroneNavigation
import JSON
import Simulators
import Testing
import Values

@testable import FlightTrials

/// A drone that hovers holds its place by its camera alone. Each phase in the air, with a position that is good, poor or
/// lost, over ground that its camera sees or does not see, in wind and in calm air: what it does, after how long, and
/// how far the wind takes it.
@Suite("A hover has conditions") struct HoverTests {
    enum Stage: String, CaseIterable {
        case takingOff, hovering, askedToHover, askedEachSecond, awaiting, flying, holding,
            following, withoutItsLeader, returning

        /// It steers by its position, and hovers only when that counts as lost, after 2 s.
        var steers: Bool {
            switch self {
            case .takingOff, .hovering, .askedToHover, .askedEachSecond, .awaiting: false
            case .flying, .holding, .following, .withoutItsLeader, .returning: true
            }
        }
    }

    /// In that stage, in wind to the east, far from every fence.
    private func flight(_ stage: Stage, wind: Double) throws -> PilotFlight {
        let settings: [String: JSONValue] = [
            "fence_radius": "400m", "max_drift": "200m", "no_progress_after": "300s",
        ]
        var flight = try PilotFlight(
            settings, wind: Wind(speedMetresPerSecond: wind, towards: .degrees(90)))
        let ahead = TrialPlan.place.offset(eastMetres: 0, northMetres: 60) ?? TrialPlan.place
        switch stage {
        case .takingOff:
            flight.fly(for: .seconds(5))
            flight.ask(.takeOff)
            flight.fly(for: .seconds(5)) { $0.world.altitudeMetres > 0.2 }
            try #require(flight.code == "taking-off", "\(flight.words)")
            return flight
        case .following, .withoutItsLeader:
            flight.leader = PlaneVector(east: 0, north: -15)
            try flight.takeOff()
            flight.ask(.follow(metres: 12))
            flight.fly(for: .seconds(10))
            try #require(flight.code == "following", "\(flight.words)")
            guard stage == .withoutItsLeader else { return flight }
            flight.leader = nil
            flight.fly(for: .seconds(10)) { $0.code == "paused-leader-lost" }
            try #require(flight.code == "paused-leader-lost", "\(flight.words)")
            flight.fly(for: .seconds(2))
            return flight
        default: break
        }
        try flight.takeOff()
        flight.fly(for: .seconds(4))
        switch stage {
        case .askedToHover, .askedEachSecond: flight.ask(.hover)
        case .holding: flight.ask(.target(TrialPlan.place, altitudeMetres: nil))
        case .flying: flight.ask(.target(ahead, altitudeMetres: nil))
        case .returning:
            flight.ask(.target(ahead, altitudeMetres: nil))
            flight.fly(for: .seconds(12))
            flight.ask(.returnHome)
        case .awaiting:
            // As after a restart in the air.
            flight.restart()
            flight.fly(for: .seconds(1))
            try #require(flight.code == "awaiting-found-flying", "\(flight.words)")
            return flight
        default: break
        }
        flight.fly(for: .seconds(3))
        return flight
    }

    /// What came of it: after how long it began to land, if it did, how far it was by then, and where it ended.
    private struct End {
        var seconds: Double?
        var metresThen = 0.0
        var metres = 0.0
        var code = ""
    }

    private func end(
        _ flight: inout PilotFlight, _ stage: Stage, after faults: [String],
        apart: Duration = .zero,
        within limit: Duration = .seconds(30)
    ) throws -> End {
        var end = End()
        for (index, fault) in faults.enumerated() {
            if index > 0, apart > .zero { flight.fly(for: apart) }
            try flight.apply(fault)
        }
        let (began, place) = (flight.world.now, flight.world.place)
        while flight.world.now - began < limit, !flight.isTold(toLand: true) {
            if stage == .askedEachSecond { flight.ask(.hover) }
            flight.fly(for: .seconds(1)) { $0.isTold(toLand: true) }
        }
        guard flight.isTold(toLand: true) else {
            end.metres = (flight.world.place - place).length
            end.code = flight.code
            return end
        }
        end.seconds = (flight.world.now - began).seconds
        end.metresThen = (flight.world.place - place).length
        flight.fly(for: .seconds(30)) { !$0.world.isMotorOn }
        flight.fly(for: .seconds(1))
        end.metres = (flight.world.place - place).length
        end.code = flight.code
        return end
    }

    // MARK: Without a position

    @Test(
        "without a position over ground that its camera does not see it lands within 5 s",
        arguments: Stage.allCases, ["ground dark", "ground water"])
    func blind(stage: Stage, ground: String) throws {
        // With the wind before or after, and the one fault before the other.
        for (wind, faults, apart) in [
            (0.0, ["gps off; \(ground); wind 5m/s 90deg"], 0), (0, [ground, "gps off"], 2),
            (0, ["gps off", "\(ground); wind 5m/s 90deg"], 1),
        ] as [(Double, [String], Int)] {
            var flight = try flight(stage, wind: wind)
            let end = try end(&flight, stage, after: faults, apart: .seconds(apart))
            let limit = stage.steers ? 7.4 : 5.4
            let what = "\(stage) \(faults) \(end)"
            let seconds = try #require(end.seconds, "\(what)")
            #expect(seconds < limit, "\(what)")
            #expect(end.metresThen < (stage.steers ? 33 : 21), "\(what)")
        }
    }

    @Test(
        "dark ground in a wind that it leans into is no exception", arguments: Stage.allCases)
    func leansInTheDark(stage: Stage) throws {
        var flight = try flight(stage, wind: 4)
        let end = try end(&flight, stage, after: ["gps off; ground dark"])
        let seconds = try #require(end.seconds, "\(stage) \(end)")
        #expect(seconds < (stage.steers ? 7.4 : 5.4), "\(stage) \(end)")
    }

    @Test(
        "in calm air nothing shows that its camera sees the ground: it lands in the same time",
        arguments: Stage.allCases, ["gps off", "gps poor", "gps bare"])
    func calm(stage: Stage, fault: String) throws {
        var flight = try flight(stage, wind: 0)
        let end = try end(&flight, stage, after: [fault])
        let seconds = try #require(end.seconds, "\(stage) \(end)")
        #expect(seconds < (stage.steers ? 7.4 : 5.4), "\(stage) \(end)")
        #expect(end.metres < 5, "\(stage) \(end)")
    }

    @Test("leaning into the wind it holds its place for 4 s more, with a fence and without")
    func leans() throws {
        for stage in [Stage.hovering, .askedToHover] {
            var flight = try flight(stage, wind: 4)
            let end = try end(&flight, stage, after: ["gps off"], within: .seconds(70))
            #expect(end.code == "landed-velocity-unconfirmed", "\(end)")
            #expect(abs((end.seconds ?? 0) - 9) < 0.5, "\(end)")
            #expect(end.metresThen < 5, "\(end)")
        }
        var flight = try PilotFlight(
            ["fence": false], wind: Wind(speedMetresPerSecond: 4, towards: .degrees(90)))
        try flight.takeOff()
        flight.fly(for: .seconds(4))
        let end = try end(&flight, .hovering, after: ["gps off"], within: .seconds(70))
        #expect(abs((end.seconds ?? 0) - 9) < 0.5, "\(end)")
    }

    /// The camera of a simulated drone measures ripples over water, and its lean stays from before.
    @Test("over water it keeps its lean, and that counts for those seconds only")
    func leansOverWater() throws {
        var flight = try flight(.askedToHover, wind: 4)
        let end = try end(
            &flight, .askedToHover, after: ["ground water; gps off; wind 8m/s 90deg"],
            within: .seconds(70))
        let seconds = try #require(end.seconds, "\(end)")
        #expect(seconds < 9.5, "\(end)")
    }

    @Test("a position that comes back in time for 3 s leaves it in the air")
    func comesBack() throws {
        var flight = try flight(.hovering, wind: 0)
        for _ in 0..<3 {
            try flight.apply("gps off")
            flight.fly(for: .seconds(4))
            #expect(flight.code == "paused-velocity-unconfirmed", "\(flight.words)")
            #expect(flight.words.contains("lands in "), "\(flight.words)")
            try flight.apply("gps on")
            flight.fly(for: .seconds(6))
            #expect(flight.code == "hovering-no-target", "\(flight.words)")
        }
    }

    @Test("one that flickers does not")
    func flickers() throws {
        var flight = try flight(.hovering, wind: 0)
        for _ in 0..<4 where !flight.isTold(toLand: true) {
            try flight.apply("gps off")
            flight.fly(for: .seconds(3)) { $0.isTold(toLand: true) }
            try flight.apply("gps on")
            flight.fly(for: .milliseconds(400)) { $0.isTold(toLand: true) }
        }
        #expect(flight.code == "landing-velocity-unconfirmed", "\(flight.words)")
    }

    // MARK: With a position

    @Test(
        "with a position, over ground that its camera does not see, it lands when it drifts",
        arguments: Stage.allCases, ["ground dark", "ground water"])
    func drifts(stage: Stage, ground: String) throws {
        var flight = try flight(stage, wind: 0)
        let end = try end(&flight, stage, after: ["\(ground); wind 5m/s 90deg"])
        #expect(end.code.hasPrefix("landed-velocity-contradicted"), "\(stage) \(end)")
        let seconds = try #require(end.seconds, "\(stage) \(end)")
        #expect(seconds < 8 && end.metresThen < 28, "\(stage) \(end)")
    }

    @Test("dark ground from before the take-off on is found in the same way")
    func darkFromTheBeginning() throws {
        var flight = try PilotFlight(
            ["fence_radius": "400m"], wind: Wind(speedMetresPerSecond: 5, towards: .degrees(90)))
        try flight.apply("ground dark")
        flight.fly(for: .seconds(5))
        flight.ask(.takeOff)
        flight.fly(for: .seconds(30)) { $0.isTold(toLand: true) }
        #expect(flight.code == "landing-velocity-contradicted", "\(flight.words)")
        #expect(flight.world.place.length < 20, "\(flight.world.place)")
    }

    @Test("where the camera sees the ground it hovers on, in calm air and in wind")
    func sees() throws {
        for (stage, wind, code) in [
            (Stage.hovering, 0.0, "hovering-no-target"), (.hovering, 5, "hovering-no-target"),
            (.askedToHover, 3, "hovering-person"), (.askedEachSecond, 5, "hovering-person"),
            (.holding, 0, "holding"),
        ] {
            var flight = try flight(stage, wind: wind)
            let end = try end(&flight, stage, after: [""], within: .seconds(120))
            #expect(end.seconds == nil && end.code == code, "\(stage) \(wind): \(end)")
            #expect(end.metres < 5, "\(stage) \(wind): \(end)")
        }
    }

    // MARK: In more wind than it holds

    @Test("blown away while it hovers it flies home before the fence has it wait")
    func tooMuchWind() throws {
        var flight = try PilotFlight(["fence_radius": "30m", "full_tilt": "29deg"]) {
            $0.tiltMax = .degrees(29)
        }
        try flight.takeOff()
        let place = TrialPlan.place.offset(eastMetres: 8, northMetres: 0) ?? TrialPlan.place
        flight.ask(.target(place, altitudeMetres: nil))
        flight.fly(for: .seconds(12))
        flight.ask(.hover)
        flight.fly(for: .seconds(2))
        // A hover leans by 20 degrees at most, which hold 6 m/s; with its stick it leans by 29.
        try flight.apply("wind 7.8m/s 90deg")
        var farthest = 0.0
        flight.fly(for: .seconds(60)) {
            farthest = max(farthest, $0.world.place.length)
            return $0.code.hasPrefix("returning")
        }
        #expect(flight.code == "returning-hover-drift", "\(flight.words)")
        // With more it would be driven back, and land for that.
        try flight.apply("wind 7m/s 90deg")
        flight.fly(for: .seconds(90)) {
            farthest = max(farthest, $0.world.place.length)
            return !$0.world.isMotorOn
        }
        flight.fly(for: .seconds(1))
        #expect(flight.code == "landed-hover-drift", "\(flight.words)")
        #expect(farthest < 30 && flight.world.place.length < 10, "\(farthest)")
    }
}
