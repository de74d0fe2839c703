import Core
import JSON
import Settings
import Testing
import Values

@testable import DroneNavigation

/// What the map of a page is told, by the keys of `docs/status.md`.
@Suite("What the map is told")
struct NavigatorDetailsTests {
    private typealias Mission = TestMission

    private func place(_ json: JSONValue?, isAt east: Double = 0, north: Double = 0) -> Bool {
        guard case .number(let latitude)? = json?["latitude"],
            case .number(let longitude)? = json?["longitude"],
            let place = Position(latitude: latitude, longitude: longitude)
        else { return false }
        return place.distanceMetres(to: NavigatorBench.place(east: east, north: north)) < 0.01
    }

    private func list(_ json: JSONValue?) -> [JSONValue] {
        if case .array(let items)? = json { items } else { [] }
    }

    @Test("before the take-off, what would be flown; in the air, what is, and home")
    func flight() throws {
        let items = [Mission.takeOff, Mission.goTo(north: 20), Mission.back]
        let file = TestMission.file(items, fences: Mission.fences)
        var waiting = try NavigatorBench(["mission": file.json])
        waiting.step()
        #expect(list(waiting.details?["way"]).count == 1)
        #expect(list(waiting.details?["fences"]).count == 2)
        #expect(waiting.details?["target"] == nil)
        var bench = try NavigatorBench.flying(items, fences: Mission.fences)
        bench.altitude = 3
        bench.run(for: .milliseconds(200))
        let details = bench.details
        #expect(place(details?["home"]))
        #expect(details?["fence_radius_metres"] == 30)
        // 6.0 m/s of wind for 13 s, and for the 22 s that it takes to land from 10 m.
        #expect(details?["worst_case_metres"] == 228)
        #expect(place(details?["target"], isAt: 0, north: 20))
        #expect(place(list(details?["way"]).first, isAt: 0, north: 20))
        let fences = list(details?["fences"])
        #expect(fences.map { $0["keep"] } == ["in", "out"])
        #expect(list(fences.first?["corners"]).count == 4)
        #expect(fences.last?["radius_metres"] == 4)
        #expect(place(fences.last?["center"], isAt: 10, north: 10))
        bench.ask(.hover)
        #expect(list(bench.details?["way"]).isEmpty && bench.details?["target"] == nil)
    }

    @Test("a trouble is told with its figures, since when, what follows and what ends it")
    func failsafes() throws {
        var bench = try NavigatorBench.flying([
            Mission.takeOff, Mission.goTo(north: 20), Mission.back,
        ])
        #expect(bench.details?["failsafes"] == [])
        bench.position = nil
        // An estimate bridges 1.8 s of it.
        bench.run(for: .milliseconds(3300))
        #expect(
            bench.details?["failsafes"] == [
                [
                    "code": "fix-lost", "text": "no position (absent: no fix)",
                    "since_seconds": 1.45, "action": "hovers", "next": "lands",
                    "next_in_seconds": 3.55, "ending": "it flies on when that is over for 3.0 s",
                ]
            ])
        // Who looks between two steps is told the same, but for the time.
        #expect(list(bench.details(after: .milliseconds(10))?["failsafes"]).count == 1)
    }
}
