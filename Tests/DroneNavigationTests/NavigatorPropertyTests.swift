import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// What must hold whatever comes in: each seed is a flight of nonsense and bad luck.
@Suite("Properties of the drone navigator")
struct NavigatorPropertyTests {
    private static let settings: JSONValue = [
        "targets": [NavigatorBench.target(east: 5), NavigatorBench.target(north: 20)],
        "repeat": true,
    ]

    /// Changes one or the other input, sometimes into nonsense.
    private func disturb(_ bench: inout NavigatorBench, _ random: inout SeededGenerator) {
        let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, 90, 359.9]
        if random.oneIn(20) {
            bench.heading = random.oneIn(4) ? nil : odd.randomElement(using: &random)
        }
        if random.oneIn(20) {
            bench.position =
                random.oneIn(4)
                ? nil
                : NavigatorBench.place(
                    east: .random(in: -40...40, using: &random),
                    north: .random(in: -40...40, using: &random))
        }
        if random.oneIn(40) { bench.hdop = odd.randomElement(using: &random) }
        if random.oneIn(10) { bench.hdop = 1 }
        if random.oneIn(60) { bench.altitude = odd.randomElement(using: &random) ?? 0 }
        if random.oneIn(10) { bench.altitude = 1 }
        if random.oneIn(80) { bench.battery = Int.random(in: -5...110, using: &random) }
        if random.oneIn(30) {
            let phases: [FlightState.Phase?] = [
                .landed, .takingOff, .hovering, .flying, .landing, .emergency, nil, .hovering,
                .flying,
            ]
            bench.phase = phases.randomElement(using: &random) ?? nil
        }
    }

    /// With every kind of item, and a fence that a good part of the random places is beyond.
    private static let mission = TestMission.source(
        [
            TestMission.takeOff, TestMission.goTo(north: 5, ", \"speed\": \"1m/s\""),
            "{\"do\": \"turn\", \"by\": \"-90deg\"}", "{\"do\": \"hover\", \"for\": \"1s\"}",
            "{\"do\": \"point-at\", \(TestMission.place(east: 9))}", TestMission.goTo(east: -5),
            "{\"do\": \"point-ahead\"}", TestMission.back,
        ], fences: [TestMission.circle("in", radius: 25)])

    private func randomAction(_ random: inout SeededGenerator) -> DroneNavigation.Request {
        let actions: [DroneNavigation.Request] = [
            .takeOff, .land, .hover, .reset, .takeOff, .resume, .fly(Self.mission),
            .target(NavigatorBench.place(north: 10), altitudeMetres: nil),
            .target(NavigatorBench.place(east: -3), altitudeMetres: .nan),
            .target(NavigatorBench.place(east: 3000), altitudeMetres: 2),
            .leader(Fix(position: NavigatorBench.place(east: 9))), .follow(metres: 12),
        ]
        return actions.randomElement(using: &random) ?? .land
    }

    @Test(
        "outputs can always be written as JSON: no NaN and no infinity gets out", arguments: 0..<20)
    func noNaN(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bench = try NavigatorBench(Self.settings)
        bench.takeOff()
        for _ in 0..<600 {
            disturb(&bench, &random)
            if random.oneIn(25) { bench.send(randomAction(&random)) }
            let outputs = bench.step()
            #expect(JSONValue(encoding: outputs) != nil, "\(outputs)")
        }
    }

    @Test("the same inputs give the same outputs", arguments: 0..<5)
    func deterministic(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bench = try NavigatorBench(Self.settings)
        let settings = try NavigatorBench.settings(Self.settings)
        var twin = DroneNavigation(settings: settings)
        for _ in 0..<1000 {
            disturb(&bench, &random)
            if random.oneIn(25) { bench.send(randomAction(&random)) }
            let outputs = bench.step()
            let inputs = try #require(bench.lastInputs)
            #expect(twin.step(inputs, by: settings, at: bench.now) == outputs)
        }
    }

    @Test("after land it neither moves nor takes off until it is asked to", arguments: 0..<20)
    func landStands(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bench = try NavigatorBench(Self.settings)
        bench.takeOff()
        for _ in 0..<200 {
            disturb(&bench, &random)
            bench.step()
        }
        bench.ask(.land)
        for _ in 0..<1000 {
            disturb(&bench, &random)
            switch bench.step().pilot {
            case .move, .takeOff, .resetEmergency: Issue.record("\(bench.code) after land")
            case .land, .hover: break
            }
        }
    }

    @Test("it moves only by a fresh position, heading and flight state")
    func movesOnlyWhenItKnows() throws {
        var moves = 0
        for seed in 0..<20 {
            var random = SeededGenerator(seed: UInt64(seed))
            var bench = try NavigatorBench(Self.settings)
            bench.takeOff()
            var usableAt = bench.now
            for _ in 0..<500 {
                disturb(&bench, &random)
                if bench.position != nil, bench.hdop.map({ $0 <= 2 }) ?? true {
                    usableAt = bench.now
                }
                guard case .move = bench.step().pilot else { continue }
                moves += 1
                #expect(bench.phase != nil)
                #expect(bench.heading.map { Heading(.degrees($0)).angle.degrees.isFinite } == true)
                // An estimate bridges 2 s without a position that can be used.
                #expect(bench.now - usableAt <= .seconds(2))
            }
        }
        // A property of something that never happens would say nothing.
        #expect(moves > 100)
    }
}
