import Core
import JSON
import Settings
import Testing
import Values

@testable import DroneNavigation

/// Missions of files, item by item.
@Suite("Missions of files in flight")
struct MissionFlightTests {
    private typealias Mission = TestMission

    /// What a flight was like: its reasons in their order, and how it was at the end of each.
    private struct Track {
        struct Sight {
            let code: String
            let item: Int
            var altitude = 0.0
            var heading = 0.0
            var place = NavigatorBench.home
        }

        var sights: [Sight] = []

        mutating func note(_ bench: NavigatorBench) {
            let item = bench.outputs?.progress?.target ?? 0
            var sight = Sight(code: bench.code, item: item)
            sight.altitude = bench.altitude
            sight.heading = bench.heading ?? .nan
            sight.place = bench.position ?? .origin
            if let last = sights.last, last.code == sight.code, last.item == item {
                sights.removeLast()
            }
            sights.append(sight)
        }

        func last(_ item: Int) -> Sight? { sights.last { $0.item == item } }
    }

    /// Flies until it is told to land.
    private func fly(_ bench: inout NavigatorBench, seconds: Int = 200) -> Track {
        var model = ModelAircraft()
        var track = Track()
        for _ in 0..<(seconds * 20) where bench.command != .land {
            model.fly(&bench)
            track.note(bench)
        }
        return track
    }

    @Test("every item is flown in its order, and at the end it lands where it took off")
    func wholeFile() throws {
        var bench = try NavigatorBench.flying([
            Mission.takeOff,
            Mission.goTo(north: 10, ", \"altitude\": \"4m\", \"hold\": \"2s\""),
            "{\"do\": \"turn\", \"to\": \"90deg\"}",
            "{\"do\": \"hover\", \"for\": \"3s\"}",
            "{\"do\": \"turn\", \"by\": \"-360deg\"}",
            Mission.goTo(east: 10, north: 10),
            Mission.back,
        ])
        #expect(bench.words == "over item 1 of 7 of loop.json: climbing 2.0 m")
        let track = fly(&bench)
        #expect(bench.code == "landing-mission-done")
        #expect(Set(track.sights.map(\.item)).isSuperset(of: 1...7))
        #expect(try abs(#require(track.last(1)).altitude - 3) < 0.35)
        #expect(try abs(#require(track.last(2)).altitude - 4) < 0.35)
        let waited = try #require(track.last(2)).place
        #expect(waited.distanceMetres(to: NavigatorBench.place(north: 10)) < 1.2)
        #expect(try abs(#require(track.last(4)).heading - 90) <= 3)
        #expect(track.sights.contains { $0.item == 5 && $0.code == "turning" })
        #expect(try abs(#require(track.last(5)).heading - 90) <= 6)
        let end = try #require(bench.position)
        #expect(end.distanceMetres(to: NavigatorBench.home) < 1)
    }

    @Test("a whole turn to the left goes once around to the left")
    func wholeTurn() throws {
        var bench = try NavigatorBench.flying([
            Mission.takeOff, "{\"do\": \"turn\", \"by\": \"-360deg\"}", "{\"do\": \"land\"}",
        ])
        bench.altitude = 3
        bench.heading = 10
        var model = ModelAircraft()
        var turned = 0.0
        for _ in 0..<600 where bench.command != .land {
            let before = Angle.degrees(bench.heading ?? 0)
            model.fly(&bench)
            turned += (Angle.degrees(bench.heading ?? 0) - before).wrapped.degrees
        }
        #expect(bench.code == "landing-mission-done")
        #expect(abs(turned + 360) <= 4, "\(turned)")
    }

    @Test(
        "the nose stays on the place that it is pointed at, wherever it flies, until it looks ahead"
    )
    func pointsAt() throws {
        var bench = try NavigatorBench.flying([
            Mission.takeOff, "{\"do\": \"point-at\", \(Mission.place(east: 12, north: 6))}",
            Mission.goTo(north: 12), "{\"do\": \"point-ahead\"}", Mission.goTo(north: 2),
            "{\"do\": \"land\"}",
        ])
        let sight = NavigatorBench.place(east: 12, north: 6)
        var model = ModelAircraft()
        var worst = 0.0
        var flownTo: Set<Int> = []
        for _ in 0..<4000 where bench.command != .land {
            model.fly(&bench)
            let item = bench.outputs?.progress?.target ?? 0
            guard bench.code == "flying", let place = bench.position else { continue }
            flownTo.insert(item)
            guard item == 3 else { continue }
            let off = (place.bearing(to: sight) - .degrees(bench.heading ?? 0)).wrapped
            worst = max(worst, abs(off.degrees))
        }
        #expect(flownTo == [3, 5])
        // It moves 5 % of a circle a second around the place; the deadband is 2°.
        #expect(worst < 12, "\(worst)")
        #expect(bench.code == "landing-mission-done")
    }

    @Test("a landing with a place flies there first")
    func landsThere() throws {
        var bench = try NavigatorBench.flying([
            Mission.takeOff, "{\"do\": \"land\", \(Mission.place(east: 8))}",
        ])
        _ = fly(&bench)
        #expect(bench.code == "landing-mission-done")
        let end = try #require(bench.position)
        #expect(end.distanceMetres(to: NavigatorBench.place(east: 8)) < 1)
    }

    @Test("a turn that does not come about hovers after 15 s, as any lack of progress")
    func turnWithoutProgress() throws {
        var bench = try NavigatorBench.flying([
            Mission.takeOff, "{\"do\": \"turn\", \"by\": \"90deg\"}", "{\"do\": \"land\"}",
        ])
        bench.altitude = 3
        bench.run(for: .seconds(1))
        #expect(bench.code == "turning")
        #expect(bench.words == "at item 2 of 3 of loop.json: turning 90° to the right")
        bench.run(for: .seconds(13))
        #expect(bench.code == "turning")
        #expect(bench.run(for: .seconds(2)).reason.code == "awaiting-no-progress")
    }

    @Test("a take-off that gets no higher hovers after 15 s, as any lack of progress")
    func climbWithoutProgress() throws {
        var bench = try NavigatorBench.flying([Mission.takeOff, "{\"do\": \"land\"}"])
        #expect(bench.run(for: .milliseconds(14_800)).reason.code == "adjusting-altitude")
        #expect(bench.run(for: .milliseconds(500)).reason.code == "awaiting-no-progress")
        #expect(bench.run(for: .seconds(11)).reason.code == "descending-nobody-answered")
    }

    @Test("the old coordinate text is flown at the height that is set, and home again")
    func coordinates() throws {
        let places = [NavigatorBench.place(north: 10), NavigatorBench.place(east: 10)]
        let text = places.map { "\($0.longitude),\($0.latitude)" }.joined(separator: "\n")
        var bench = try NavigatorBench([
            "mission": FileText(name: "old.txt", text: text).json, "mission_altitude": "2m",
        ])
        bench.takeOff()
        let track = fly(&bench)
        #expect(bench.code == "landing-mission-done")
        #expect(track.sights.contains { $0.item == 3 && $0.code == "flying" })
        #expect(try abs(#require(track.last(3)).altitude - 2) < 0.35)
    }

    // MARK: Speed

    @Test("an item with a speed is flown with less of the stick than one without")
    func speedOfItem() throws {
        var bench = try NavigatorBench.flying([
            Mission.takeOff, Mission.goTo(north: 20, ", \"speed\": \"0.5m/s\""), Mission.back,
        ])
        bench.altitude = 3
        bench.run(for: .seconds(1))
        var model = ModelAircraft()
        for _ in 0..<200 { model.fly(&bench) }
        #expect(bench.code == "flying")
        #expect(abs(bench.forwardSpeed - 0.5) < 0.1, "\(bench.forwardSpeed)")
    }
}
