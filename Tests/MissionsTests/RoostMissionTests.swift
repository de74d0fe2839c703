import Testing
import Values

@testable import Missions

@Suite struct RoostMissionTests {
    @Test("every word does what it says") func every() throws {
        let place = try position(52.0004, 21.0003)
        let at = "\"latitude\": 52.0004, \"longitude\": 21.0003"
        let text = Samples.roostFile(
            """
            {"do": "take-off", "altitude": "4m"},
            {"do": "go-to", \(at), "altitude": "3m", "speed": "1.5m/s", "hold": "5s"},
            {"do": "go-to", \(at)},
            {"do": "hover", "for": "10s"},
            {"do": "turn", "to": "90deg"},
            {"do": "turn", "by": "-45deg"},
            {"do": "point-at", \(at)},
            {"do": "photograph"},
            {"do": "point-ahead"},
            {"do": "follow", "for": "60s"},
            {"do": "circle", \(at), "radius": "5m", "turns": 2, "clockwise": false},
            {"do": "land", \(at)}
            """, ", \"speed\": \"2m/s\", \"name\": \"all\"")
        #expect(judged(text).refusals == [])
        let circle = Figure(
            around: place, radiusMetres: 5, turns: 2, isClockwise: false, metresPerSecond: 2)
        let expected: [MissionAction] = [
            .takeOff(altitudeMetres: 4),
            .goTo(Waypoint(place, altitudeMetres: 3, metresPerSecond: 1.5, hold: .seconds(5))),
            .goTo(Waypoint(place, metresPerSecond: 2)), .hover(.seconds(10)),
            .turn(.to(.degrees(90))), .turn(.by(.degrees(-45))), .pointAt(place), .photograph,
            .pointAhead, .follow(Following(duration: .seconds(60), standoffMetres: 12)),
            .figure(circle), .land(at: place),
        ]
        #expect(judged(text).actions == expected)
    }

    @Test("what is wrong is told in its own line, with what may have been meant") func errors() {
        let verdict = judged(
            Samples.roostFile(
                """
                {"do": "take-of", "altitude": "4m"},
                {"do": "go-to", "latitude": 52.0004,
                 "altitud": "4m"},
                {"do": "hover", "for": 10},
                {"do": "go-to",
                 "latitude": 91,
                 "longitude": 21.0003},
                {"do": "land"}
                """, ", \"item\": []"))
        let expected: [String] = [
            "line 2: item 1: do: expected one of \"take-off\"",
            "line 3: item 2: longitude: missing; expected a number from -180 to 180",
            "line 4: item 2: altitud: unknown key. Did you mean \"altitude\"?",
            "line 5: item 3: for: expected a time with its unit",
            "line 7: item 4: latitude: expected a number from -90 to 90, found the number 91",
            "line 10: item: unknown key. Did you mean \"items\"?",
        ]
        #expect(verdict.refusals.count == expected.count, "\(verdict.refusals)")
        for (found, wanted) in zip(verdict.refusals, expected) {
            #expect(found.hasPrefix(wanted), "\(found)")
        }
    }

    @Test("fences, rally points and home are read") func fences() throws {
        let text = Samples.roostFile(
            "{\"do\": \"take-off\", \"altitude\": \"3m\"}, {\"do\": \"land\"}",
            """
            , "home": {"latitude": 52, "longitude": 21}, "fences": [
            {"keep": "in", "latitude": 52, "longitude": 21, "radius": "90m"},
            {"keep": "out", "corners": [{"latitude": 52.01, "longitude": 21},
              {"latitude": 52.01, "longitude": 21.01}, {"latitude": 52.02, "longitude": 21}]}],
            "rally_points": [{"latitude": 52.0001, "longitude": 21, "altitude": "3m"}]
            """)
        let draft = MissionFile.read(Array(text.utf8))
        #expect(draft.plannedHome == Samples.home)
        #expect(draft.fences.map(\.side) == [.keepIn, .keepOut])
        #expect(draft.fences.map(\.place?.line) == [4, 5])
        #expect(draft.rallyPoints.map(\.place.line) == [7])
        #expect(draft.judged(against: Samples.limits).refusals == [])
    }

    @Test("a mission without items, or with something else there, is refused") func noItems() {
        #expect(judged("{\"roost_mission\": 1}").refusals == ["line 1: has no list of \"items\""])
        #expect(
            judged("{\"roost_mission\": 1, \"items\": []}").refusals
                == ["line 1: there is nothing to fly"])
        #expect(
            judged("{\"roost_mission\": 1,\n\"items\": {}}").refusals
                == ["line 2: \"items\" must be a list, found an object"])
        #expect(judged("{\"roost_mission\": 2, \"items\": []}").refusals.count == 1)
    }
}
