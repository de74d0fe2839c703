import Testing
import Values

@testable import Missions

/// The commands and their parameters are those of MAVLink's common.xml.
@Suite struct CommandTests {
    private func actions(_ items: String...) -> [MissionAction] {
        let file = Samples.planFile((takeOff + items + [land]).joined(separator: ",\n"))
        return Array(judged(file).actions.dropFirst().dropLast())
    }

    private func refusals(_ items: String...) -> [String] {
        judged(Samples.planFile((takeOff + items + [land]).joined(separator: ",\n"))).refusals
    }

    private let takeOff = [Samples.simple(22, "0, 0, 0, null, 0, 0, 4")]
    private let land = Samples.simple(21, "0, 0, 0, null, 0, 0, 0")

    @Test("each command becomes what it says") func each() throws {
        let place = try position(52.0004, 21.0003)
        let at = "52.0004, 21.0003, 3"
        let found = actions(
            Samples.simple(16, "5, 2, 0, null, \(at)"), Samples.simple(19, "7, 0, 0, 0, 0, 0, 3"),
            Samples.simple(93, "2.5, 0, 0, 0, 0, 0, 0"),
            Samples.simple(115, frame: 2, "90, 20, 1, 0, 0, 0, 0"),
            Samples.simple(115, frame: 2, "45, 20, -1, 1, 0, 0, 0"),
            Samples.simple(195, "0, 0, 0, 0, \(at)"), Samples.simple(197, "0, 0, 0, 0, 0, 0, 0"),
            Samples.simple(201, "3, 0, 0, 0, \(at)"),
            Samples.simple(2000, frame: 2, "0, 0, 1, 0, 0, 0, 0"),
            Samples.simple(31, "0, 0, 0, 0, 0, 0, 2"), Samples.simple(18, "2, 0, -5, 0, \(at)"))
        let circle = Figure(
            around: place, radiusMetres: 5, turns: 2, isClockwise: false, altitudeMetres: 3)
        let expected: [MissionAction] = [
            .goTo(Waypoint(place, altitudeMetres: 3, hold: .seconds(5))),
            .hover(.seconds(7)), .hover(.milliseconds(2500)), .turn(.to(.degrees(90))),
            .turn(.by(.degrees(-45))),
            .pointAt(place), .pointAhead, .pointAt(place), .photograph,
            .goTo(Waypoint(place, altitudeMetres: 2)), .figure(circle),
        ]
        #expect(found == expected)
    }

    @Test("a speed holds for all that follows, until the next") func speed() {
        let waypoint = Samples.simple(16, "0, 0, 0, null, 52.0004, 21.0003, 4")
        let speeds = actions(
            waypoint, Samples.simple(178, frame: 2, "1, 2, -1, 0, 0, 0, 0"), waypoint,
            Samples.simple(178, frame: 2, "1, -1, 0, 0, 0, 0, 0"), waypoint,
            Samples.simple(178, frame: 2, "1, -2, 0, 0, 0, 0, 0"), waypoint
        ).map(\.metresPerSecond)
        #expect(speeds == [nil, 2, 2, nil])
    }

    @Test("a camera's commands are left out with a warning, and the flight is the same")
    func payload() {
        let verdict = judged(
            Samples.planFile(
                (takeOff + [Samples.simple(206, frame: 2, "5, 0, 0, 0, 0, 0, 0"), land])
                    .joined(separator: ",\n")))
        #expect(verdict.actions.count == 2)
        #expect(
            verdict.warnings == [
                "line 4: item 2 (DO_SET_CAM_TRIGG_DIST): warning: left out; the flight is the same without it"
            ])
    }

    @Test(
        "what would change the way, the time, the height or the speed is refused by name",
        arguments: [
            (17, "0, 0, 0, 0, 52.0004, 21.0003, 4", "NAV_LOITER_UNLIM): it hovers for ever"),
            (113, "1, 0, 0, 0, 0, 0, 3", "CONDITION_CHANGE_ALT): conditions are not waited for"),
            (114, "9, 0, 0, 0, 0, 0, 0", "CONDITION_DISTANCE): conditions are not waited for"),
            (179, "1, 0, 0, 0, 0, 0, 0", "DO_SET_HOME): it moves the place to return to"),
            (178, "2, 1, 0, 0, 0, 0, 0", "DO_CHANGE_SPEED): sets a speed of climbing or sinking"),
            (
                178, "1, 2, -1, 1, 0, 0, 0",
                "DO_CHANGE_SPEED): parameter 4, whether the speed is added"
            ),
            (178, "1, -7, 0, 0, 0, 0, 0", "DO_CHANGE_SPEED): sets a speed of -7 m/s"),
            (
                18, "2, 0, 0, 0, 52.0004, 21.0003, 4",
                "NAV_LOITER_TURNS): circles 2 times with a radius of 0 m"
            ),
            (93, "-1, 12, 0, 0, 0, 0, 0", "NAV_DELAY): waits for a time of day"),
            (115, "720, 0, 0, 1, 0, 0, 0", "CONDITION_YAW): turns by 720°"),
            (
                5001, "4, 0, 0, 0, 52.0, 21.0, 0",
                "NAV_FENCE_POLYGON_VERTEX_INCLUSION): is a fence, and no part of a mission"
            ),
            (16, "0, 0, 0, null, 52.0004, 21.0003, null", "NAV_WAYPOINT): has no height"),
        ] as [(Int, String, String)])
    func refused(command: Int, parameters: String, message: String) throws {
        let refusals = refusals(Samples.simple(command, parameters))
        #expect(refusals.contains { $0.hasPrefix("line 4: item 2 (\(message)") }, "\(refusals)")
    }

    @Test("a landing on a mark is refused, a landing here is not") func landing() {
        let onMark = Samples.simple(21, "0, 2, 0, null, 0, 0, 0")
        #expect(
            judged(Samples.planFile((takeOff + [onMark]).joined(separator: ",\n"))).refusals == [
                "line 4: item 2 (NAV_LAND): parameter 2, landing on a mark, is 2; it must be 0"
            ])
        #expect(refusals() == [])
    }

    /// ArduCopter climbs to the height of a NAV_LOITER_TIME that has no place (ArduPilot, mode_auto.cpp, loc_from_cmd); missions
    /// of its autotest have such items: MissionPreArms/inf_loop.txt and Weathervane/weathervane_mission.txt.
    @Test(
        "a wait without a place climbs to its height, and is refused where nobody knows the place")
    func waitAtHeight() throws {
        let place = try position(52.0004, 21.0003)
        let waypoint = Samples.simple(16, "0, 0, 0, null, 52.0004, 21.0003, 4")
        #expect(
            actions(waypoint, Samples.simple(19, "5, 0, 1, 0, 0, 0, 4.5")).last
                == .goTo(Waypoint(place, altitudeMetres: 4.5, hold: .seconds(5))))
        for same in ["4", "0", "null"] {
            let wait = Samples.simple(19, "5, 0, 1, 0, null, null, \(same)")
            #expect(actions(wait) == [.hover(.seconds(5))], "\(same)")
        }
        let list = Samples.listFile(
            "2\t0\t3\t19\t5\t0\t1\t0\t0\t0\t4.5\t1", "3\t0\t0\t20\t0\t0\t0\t0\t0\t0\t0\t1")
        #expect(
            judged(list).refusals == [
                "line 4: item 2 (NAV_LOITER_TIME): goes to 4.5 m, but has no place of its own, and where "
                    + "it would be is not known; give it one"
            ])
        #expect(
            refusals(Samples.simple(19, frame: 0, "5, 0, 0, 0, 0, 0, 100")).first?.contains(
                "above sea level") == true)
    }

    /// ArduPilot, HomeCircleInclusionFence/single_home_circle.txt; 5005 is of MAVLink's development.xml.
    @Test("a list of fences is said to be one, item by item") func fenceList() {
        let verdict = judged("QGC WPL 110\n0\t0\t0\t5005\t50\t0\t0\t0\t0\t0\t0\t0\n")
        #expect(
            verdict.refusals.first
                == "line 2: item 0 (NAV_FENCE_HOME_CIRCLE_INCLUSION): is a fence, and no part of a mission: fences are "
                + "read from a .plan only")
        #expect(!verdict.refusals.contains { $0.contains("autocontinue") })
    }

    @Test("heights above terrain are flown over level ground, with a warning") func terrain() {
        let verdict = judged(
            Samples.planFile(
                (takeOff + [Samples.simple(16, frame: 10, "0, 0, 0, 0, 52.0004, 21.0003, 4"), land])
                    .joined(separator: ",\n")))
        #expect(verdict.refusals == [])
        #expect(
            verdict.warnings == [
                "line 4: item 2 (NAV_WAYPOINT): warning: a height above terrain is flown as if all "
                    + "ground were level"
            ])
    }
}
