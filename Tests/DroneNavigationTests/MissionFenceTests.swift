import Core
import JSON
import Navigation
import Settings
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// The fences of a mission in flight, and what of a flight outlives a restart.
@Suite("Fences of missions")
struct MissionFenceTests {
    private typealias Mission = TestMission

    private func flying(
        north: Double = 20, _ extra: [String: JSONValue] = [:]
    ) throws -> NavigatorBench {
        var bench = try NavigatorBench.flying(
            [Mission.takeOff, Mission.goTo(north: north), Mission.back], fences: Mission.fences,
            extra)
        bench.altitude = 3
        bench.run(for: .milliseconds(200))
        try #require(bench.words.hasPrefix("flying to item 2 of 3"))
        return bench
    }

    @Test(
        "on the wrong side of a polygon or in a hole it hovers, then flies home",
        arguments: [(-5.5, 10.0, "keep-in polygon"), (8, 7.5, "keep-out circle")])
    func hardLine(east: Double, north: Double, fence: String) throws {
        var bench = try flying()
        bench.fly(to: NavigatorBench.place(east: east, north: north), at: 0.9)
        #expect(bench.command == .hover)
        #expect(bench.code == "awaiting-outside-fence")
        #expect(
            bench.words.contains("m on the wrong side of the \(fence) of line"), "\(bench.words)")
        #expect(bench.run(for: .seconds(5)).reason.code == "returning-outside-fence")
    }

    @Test("far beyond a fence it lands at once")
    func farBeyond() throws {
        var bench = try flying(["max_drift": "200m", "no_progress_after": "300s"])
        bench.fly(to: NavigatorBench.place(east: -26, north: 10))
        #expect(bench.code == "landing-far-outside-fence")
    }

    // The stopping distance is v/0.6 below 1.67 m/s, otherwise 1.39 + v²/2, and half a second: at 2 m/s
    // 3.39 + 1 = 4.39 m.
    @Test("it brakes as far from the fence as it needs to come to rest, and flies on at rest")
    func softLine() throws {
        #expect(abs(SpeedLaw.stoppingMetres(speed: 2, delay: .milliseconds(500)) - 4.389) < 0.001)
        #expect(abs(SpeedLaw.stoppingMetres(speed: 1, delay: .milliseconds(500)) - 2.167) < 0.001)
        var bench = try flying(north: 24)
        bench.fly(to: NavigatorBench.place(north: 19.8), at: 2)
        #expect(bench.code != "paused-fence-ahead")
        bench.fly(to: NavigatorBench.place(north: 22.5), at: 2) { $0.command == .hover }
        #expect(bench.code == "paused-fence-ahead")
        #expect((bench.position?.distanceMetres(to: NavigatorBench.home) ?? 0) < 21.4)
        #expect(bench.words.contains("too near to the keep-in polygon of line"))
        bench.fly(to: NavigatorBench.place(north: 22.5), at: 2)
        #expect(bench.run(for: .milliseconds(900)).reason.code == "paused-fence-ahead")
        #expect(bench.run(for: .milliseconds(200)).reason.code == "flying")
    }

    @Test("the circle around home has a soft line, too")
    func softCircle() throws {
        var bench = try NavigatorBench.flying(["arrival_radius": "0.5m"])
        bench.ask(.target(NavigatorBench.place(north: 29), altitudeMetres: nil))
        bench.fly(to: NavigatorBench.place(north: 24.8), at: 2)
        #expect(bench.code == "flying")
        bench.fly(to: NavigatorBench.place(north: 26.4), at: 2) { $0.command == .hover }
        #expect(bench.code == "paused-fence-ahead")
        #expect(bench.words.contains("too near to the fence of 30 m for its speed"))
        bench.forwardSpeed = 0
        #expect(bench.run(for: .milliseconds(1100)).reason.code == "flying")
    }

    @Test("along a fence it is not braked, nor on its way back from beyond one")
    func alongTheFence() throws {
        var bench = try flying()
        bench.fly(to: NavigatorBench.place(east: -4.5, north: 5), at: 1)
        bench.run(for: .seconds(2))
        bench.fly(to: NavigatorBench.place(east: -4.5, north: 15), at: 2) { $0.code != "flying" }
        #expect(bench.code == "flying")
        // Beyond the hole's border, as a person brings it out.
        bench.fly(to: NavigatorBench.place(east: 10, north: 13.5))
        #expect(bench.code == "awaiting-outside-fence")
        #expect(
            bench.ask(.target(NavigatorBench.place(north: 20), altitudeMetres: nil))?.isAccepted
                == true)
        bench.run(for: .seconds(2))
        #expect(bench.code == "flying" && bench.command != .hover)
    }

    @Test("a target is held against the fences of the flight, the way there and not its end alone")
    func targetThroughTheHole() throws {
        var bench = try flying()
        bench.fly(to: NavigatorBench.place(north: 10), at: 2)
        let response = bench.ask(
            .target(NavigatorBench.place(east: 20, north: 10), altitudeMetres: nil))
        #expect(response?.isAccepted == false)
        #expect(response?.message.contains("keep-out circle") == true)
        #expect(
            bench.ask(.target(NavigatorBench.place(east: 2, north: 18), altitudeMetres: nil))?
                .isAccepted == true)
        // They hold for as long as it flies, whatever it flies to.
        bench.fly(to: NavigatorBench.place(east: -6, north: 10), at: 2)
        #expect(bench.code == "awaiting-outside-fence")
    }

    @Test("from right beside a fence a person may send it away from there")
    func targetFromTheFence() throws {
        var bench = try flying()
        bench.fly(to: NavigatorBench.place(east: -4.5, north: 10), at: 1)
        #expect(
            bench.ask(.target(NavigatorBench.place(north: 10), altitudeMetres: nil))?.isAccepted
                == true)
    }

    @Test("a new mission begins in the air only where its fences contain the drone, and its way")
    func newFences() throws {
        let narrow = TestMission.source(
            [Mission.takeOff, Mission.goTo(north: 3), Mission.back],
            fences: [Mission.polygon("in", [(-6, -6), (-6, 6), (6, 6), (6, -6)])],
            named: "narrow.json")
        var bench = try flying()
        bench.fly(to: NavigatorBench.place(north: 9), at: 2)
        let outsideReply = bench.ask(.fly(narrow))
        let outside = try #require(outsideReply)
        #expect(!outside.isAccepted)
        #expect(outside.message.contains("leaves the keep-in polygon"), "\(outside.message)")
        #expect(bench.words.hasPrefix("flying to item 2 of 3 of loop.json"))
        bench.fly(to: NavigatorBench.home, at: 1)
        bench.fly(to: NavigatorBench.place(north: 9), at: 2) {
            $0.position?.distanceMetres(to: NavigatorBench.home) ?? 0 > 4
        }
        let tooFastReply = bench.ask(.fly(narrow))
        let tooFast = try #require(tooFastReply)
        #expect(!tooFast.isAccepted && tooFast.message.contains("for its speed"))
        bench.fly(to: NavigatorBench.home, at: 1)
        #expect(bench.ask(.fly(narrow))?.isAccepted == true)
        #expect(bench.words.contains("narrow.json"))
    }

    // MARK: The way home

    /// 6 m wide and 12 m deep, right north of home.
    private static let wall = TestMission.polygon("out", [(-3, 6), (-3, 18), (3, 18), (3, 6)])

    private static let around = [
        Mission.takeOff, Mission.goTo(east: 9, north: 6), Mission.goTo(east: 9, north: 22),
        Mission.goTo(north: 24, ", \"hold\": \"60s\""), Mission.goTo(east: 9, north: 22),
        Mission.goTo(east: 9, north: 6), Mission.back,
    ]

    /// Flown around the east of the wall, towards a place 24 m north of home; with the model aircraft.
    private func behindTheWall() throws -> (NavigatorBench, ModelAircraft) {
        var bench = try NavigatorBench.flying(Self.around, fences: [Self.wall])
        bench.altitude = 3
        var aircraft = ModelAircraft()
        for _ in 0..<2000 where bench.code != "holding" || aircraft.north < 21 {
            aircraft.fly(&bench)
        }
        try #require(bench.code == "holding" && aircraft.north > 21, "\(aircraft) \(bench.words)")
        return (bench, aircraft)
    }

    /// Until it lands; how near it came to the wall, which is 3 m to the east and west of its middle.
    private func comeHome(_ bench: inout NavigatorBench, _ aircraft: inout ModelAircraft) -> Double
    {
        var nearest = Double.infinity
        for _ in 0..<3000 where bench.command != .land {
            aircraft.fly(&bench)
            let east = abs(aircraft.east) - 3
            let north = abs(aircraft.north - 12) - 6
            nearest = min(nearest, max(east, north))
        }
        return nearest
    }

    private func expectHomeAroundTheWall(
        _ bench: inout NavigatorBench, _ aircraft: inout ModelAircraft,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let nearest = comeHome(&bench, &aircraft)
        #expect(
            bench.code == "landing-battery-low", "\(bench.words)", sourceLocation: sourceLocation)
        #expect(
            abs(aircraft.north) < 1.5 && abs(aircraft.east) < 1.5, "\(aircraft)",
            sourceLocation: sourceLocation)
        #expect(nearest > 0.5, "\(nearest)", sourceLocation: sourceLocation)
    }

    @Test("the way home leads around a keep-out zone that lies between, as the way out did")
    func homeAroundTheWall() throws {
        var (bench, aircraft) = try behindTheWall()
        bench.battery = 20
        expectHomeAroundTheWall(&bench, &aircraft)
    }

    @Test("the way home around a zone outlives a restart in the air")
    func homeAroundTheWallAfterARestart() throws {
        var (bench, aircraft) = try behindTheWall()
        let file = TestMission.file(Self.around, fences: [Self.wall])
        try bench.resume(["mission": file.json])
        bench.run(for: .seconds(1))
        try #require(bench.ask(.hover)?.isAccepted == true)
        bench.battery = 20
        expectHomeAroundTheWall(&bench, &aircraft)
    }

    @Test("where it does not know how it came behind a zone it lands instead of flying over it")
    func noWayHome() throws {
        let wide = TestMission.polygon("out", [(-40, 8), (-40, 18), (40, 18), (40, 8)])
        var bench = try NavigatorBench.flying(
            [Mission.takeOff, Mission.goTo(north: 4, ", \"hold\": \"60s\""), Mission.back],
            fences: [wide])
        bench.altitude = 3
        bench.run(for: .seconds(1))
        // While nothing was known of its position, the wind has taken it across.
        bench.position = nil
        bench.run(for: .seconds(1))
        bench.position = NavigatorBench.place(north: 22)
        bench.run(for: .milliseconds(5500))
        bench.battery = 20
        #expect(bench.run(for: .seconds(3)).reason.code == "landing-battery-low", "\(bench.words)")
    }

    @Test("in the air a mission is refused whose fences cut off the way home")
    func cutOff() throws {
        var bench = try NavigatorBench.flying()
        bench.fly(to: NavigatorBench.place(east: 6, north: 22))
        bench.fly(to: NavigatorBench.place(east: 2.5, north: 22), at: 1)
        let reply = bench.ask(
            .fly(
                TestMission.source(
                    [Mission.takeOff, Mission.goTo(north: 25), "{\"do\": \"land\"}"],
                    fences: [Self.wall])))
        #expect(reply?.isAccepted == false)
        #expect(
            reply?.message == "refused: from here no way home is known that keeps to its fences")
        #expect(bench.code == "flying")
    }

    // MARK: Restarts

    @Test("found flying after a restart it knows its mission, and flies on when it is told to")
    func restarted() throws {
        var bench = try flying()
        let mission: JSONValue = [
            "mission": TestMission.file(
                [Mission.takeOff, Mission.goTo(north: 20), Mission.back], fences: Mission.fences
            ).json
        ]
        bench.fly(to: NavigatorBench.place(north: 5), at: 2)
        try bench.resume(mission)
        bench.run(for: .seconds(1))
        #expect(bench.code == "awaiting-found-flying")
        #expect(bench.words.hasPrefix("hovering at item 2 of 3 of loop.json: found it flying"))
        #expect(bench.ask(.resume)?.isAccepted == true)
        #expect(bench.words.hasPrefix("flying to item 2 of 3 of loop.json: 15."), "\(bench.words)")
    }

    @Test("a mission that was sent outlives a restart, with its fences; nobody answers: it lands")
    func sentAndRestarted() throws {
        var bench = try NavigatorBench()
        bench.takeOff()
        bench.ask(
            .fly(
                TestMission.source(
                    [Mission.takeOff, Mission.goTo(north: 20), Mission.back], fences: Mission.fences
                )))
        bench.altitude = 3
        bench.run(for: .milliseconds(200))
        try bench.resume()
        bench.run(for: .seconds(1))
        #expect(bench.words.hasPrefix("hovering at item 2 of 3 of loop.json"))
        var asked = bench
        asked.ask(.hover)
        asked.fly(to: NavigatorBench.place(east: -6), at: 0.9)
        #expect(asked.run(for: .seconds(5)).reason.code == "returning-outside-fence")
        #expect(bench.run(for: .seconds(10)).reason.code == "landing-nobody-answered")
    }

    @Test("after a restart with another mission in the configuration it does not fly that")
    func otherConfiguration() throws {
        var bench = try flying()
        try bench.resume([
            "mission": TestMission.file([Mission.takeOff, Mission.goTo(east: 5), Mission.back]).json
        ])
        bench.step()
        #expect(bench.code == "awaiting-found-flying")
        #expect(bench.ask(.resume)?.isAccepted == false)
    }

    @Test("a mission of a file that begins at once is flown once, whatever is restarted")
    func startedOnce() throws {
        let settings: JSONValue = [
            "mission": TestMission.file([Mission.takeOff, Mission.goTo(east: 5), Mission.back])
                .json,
            "start": "at-once",
        ]
        var bench = try NavigatorBench(settings)
        bench.runUntilTakeOff()
        try #require(bench.command == .takeOff)
        bench.report(.flying)
        try bench.resume(settings)
        bench.report(.landed, altitude: 0)
        #expect(bench.isHeldDown(for: .seconds(60)) == true)
        #expect(bench.code == "started-before")
    }
}
