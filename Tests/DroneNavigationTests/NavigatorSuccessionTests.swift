import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

@Suite struct NavigatorSuccessionTests {
    private let other: JSONValue = ["max_altitude": "9m"]

    @Test(
        "on the ground it goes on with other settings, and not while it takes off, lands or recovers"
    )
    func phases() throws {
        var bench = try NavigatorBench()
        try bench.change(to: other)
        bench.run(for: .seconds(1))
        try bench.change(to: other)
        bench.run(for: .seconds(1))
        bench.ask(.takeOff)
        #expect(throws: PlainError("it takes off; until it is up")) { try bench.change(to: other) }
        bench.report(.takingOff, altitude: 0.3)
        bench.report(.hovering, altitude: 1)
        bench.ask(.land)
        let landing = PlainError("it lands; until it has landed")
        #expect(throws: landing) { try bench.change(to: other) }
        bench.report(.landing, altitude: 0.5)
        #expect(throws: landing) { try bench.change(to: other) }
        bench.report(.landed, altitude: 0)
        try bench.change(to: other)
        bench.report(.emergency, altitude: 0)
        bench.ask(.reset)
        #expect(throws: PlainError.self) { try bench.change(to: other) }
    }

    @Test("a link that is lost in the air does not make it the ground: what it flies stays")
    func lostLink() throws {
        var bench = try Self.flying()
        bench.phase = nil
        bench.step()
        let before = bench.memory
        try bench.change(to: Self.settings(["cruise_speed": "1m/s"]))
        #expect(bench.memory == before)
        #expect(before.flight?.plan != nil)
    }

    @Test("a mission that would begin by itself is none to go on with, nor to begin with")
    func atOnce() throws {
        var bench = try NavigatorBench()
        bench.step()
        let settings: JSONValue = [
            "targets": [NavigatorBench.target(north: 20)], "start": "at-once",
        ]
        let why = "its mission would begin by itself; start the service again for that"
        #expect(throws: PlainError(why)) { try bench.change(to: settings) }
        let new = DroneNavigation(settings: try NavigatorBench.settings(settings))
        #expect(new.obstacleToBeginning == why)
        #expect(
            DroneNavigation(settings: try NavigatorBench.settings([:]))
                .obstacleToBeginning == nil)
    }

    // MARK: In the air

    private static func settings(_ more: [String: JSONValue] = [:]) -> JSONValue {
        let base: [String: JSONValue] = [
            "targets": [NavigatorBench.target(north: 20, altitude: "2m")]
        ]
        return .object(base.merging(more) { $1 })
    }

    /// One that has just begun its way to its target.
    private static func flying() throws -> NavigatorBench {
        var bench = try NavigatorBench(settings())
        bench.run(for: .seconds(5))
        bench.takeOff()
        bench.report(.flying)
        try #require(bench.memory.flight?.plan != nil)
        return bench
    }

    /// One that was told to hover, for so long.
    private static func hovering(for time: Duration) throws -> NavigatorBench {
        var bench = try flying()
        bench.ask(.hover)
        bench.run(for: time)
        return bench
    }

    @Test(
        "in the air it is the same flight by other limits: its target, its clock and its home stay")
    func sameFlight() throws {
        var bench = try Self.flying()
        let before = (bench.memory, bench.code)
        try bench.change(to: Self.settings(["cruise_speed": "1m/s", "arrival_radius": "2m"]))
        #expect(bench.memory == before.0)
        bench.step()
        #expect(bench.code == before.1)
        #expect(bench.memory == before.0)

        var hovering = try Self.hovering(for: .seconds(31))
        try hovering.change(to: Self.settings(["cruise_speed": "1m/s"]))
        hovering.step()
        #expect(hovering.memory.flight?.airborneFor == .seconds(30))
    }

    @Test(
        "in the air it refuses what would be another flight, and says until when",
        arguments: [
            (["full_tilt": "15deg"], "what the aircraft does with its stick"),
            (["mount_offset": "90deg"], "its nose would be elsewhere"),
            (
                ["targets": [NavigatorBench.target(north: 10)]],
                "it flies the mission of its configuration"
            ),
            (["repeat": true], "it flies the mission of its configuration"),
            (["fence_radius": "15m"], "it flies what would be refused: "),
        ] as [([String: JSONValue], String)])
    func refused(_ settings: [String: JSONValue], _ why: String) throws {
        var bench = try Self.flying()
        expectRefused(&bench, settings, why)
    }

    private func expectRefused(
        _ bench: inout NavigatorBench, _ settings: [String: JSONValue], _ why: String
    ) {
        let error = thrownError(PlainError.self) {
            try bench.change(to: Self.settings(settings))
        }
        let words = error?.description ?? ""
        #expect(words.contains(why) && words.hasSuffix("; until it has landed"), "\(words)")
    }

    @Test("limits by which it would land at once are none to fly on with") func landsAtOnce() throws
    {
        var bench = try Self.hovering(for: .seconds(25))
        let why = "it would not fly on: "
        expectRefused(&bench, ["max_flight_time": "20s"], why)
        expectRefused(
            &bench,
            ["land_at_battery": "81%", "return_at_battery": "90%", "take_off_battery": "95%"], why)
        try bench.change(to: Self.settings(["max_flight_time": "40s"]))
    }

    @Test("a target of a person's stays while the mission of the configuration changes")
    func personsTarget() throws {
        var bench = try Self.flying()
        bench.ask(.target(NavigatorBench.place(east: 5), altitudeMetres: 2))
        try bench.change(to: Self.settings(["targets": [NavigatorBench.target(north: 10)]]))
        let metres = bench.step().progress?.distanceMetres ?? 0
        #expect(abs(metres - 5) < 0.5)
        // What has begun by itself once does not begin again, whichever file it is from.
        try bench.change(
            to: Self.settings(["targets": [NavigatorBench.target(north: 12)], "start": "at-once"]))
        bench.ask(.land)
        bench.report(.landed, altitude: 0)
        #expect(bench.isHeldDown(for: .seconds(60)) == true)
    }
}
