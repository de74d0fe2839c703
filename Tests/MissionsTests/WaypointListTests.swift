import Testing
import Values

@testable import Missions

/// The columns, the place of home and the traps are those of the MAVLink developer guide and of
/// QGroundControl's, pymavlink's and ArduPilot's readers.
@Suite struct WaypointListTests {
    @Test("item 0 is home, which is not flown to") func home() throws {
        let place = try position(52.0004, 21.0003)
        let verdict = judged(Samples.waypointList)
        #expect(
            verdict.actions == [
                .takeOff(altitudeMetres: 4),
                .goTo(Waypoint(place, altitudeMetres: 4, hold: .seconds(5))), .returnHome,
            ])
        #expect(MissionFile.read(Array(Samples.waypointList.utf8)).plannedHome == Samples.home)
    }

    @Test("an exporter that writes no home begins with the take-off") func noHome() {
        let lines = Samples.waypointList.split(separator: "\n")
        let text = ([lines[0]] + lines[2...]).joined(separator: "\n")
        #expect(judged(text).actions.count == 3)
        #expect(
            judged(
                text.replacing("1\t0\t3\t22", with: "0\t0\t3\t22")
                    .replacing("2\t0\t3\t16", with: "1\t0\t3\t16")
                    .replacing("3\t0\t3\t20", with: "2\t0\t3\t20")
            ).actions.count == 3)
    }

    @Test("a waypoint where home should be is refused, not guessed") func ambiguousHome() {
        let verdict = judged(
            Samples.waypointList.replacing("0\t1\t0\t16", with: "0\t1\t3\t16"))
        #expect(
            verdict.refusals == [
                "line 2: item 0 (NAV_WAYPOINT): is this home, or the first waypoint? Home is "
                    + "written with frame 0, and a mission begins with NAV_TAKEOFF"
            ])
    }

    @Test("home that is written again as a waypoint is refused") func doubledHome() {
        let lines = Samples.waypointList.split(separator: "\n").map(String.init)
        let text = [
            lines[0], lines[1], "1\t0\t3\t16\t0\t0\t0\t0\t52.0\t21.0\t4\t1",
            "2\t0\t3\t22\t0\t0\t0\t0\t0\t0\t4\t1", "3\t0\t3\t21\t0\t0\t0\t0\t0\t0\t0\t1",
        ].joined(separator: "\n")
        #expect(
            judged(text).refusals == [
                "line 3: item 1 (NAV_WAYPOINT): comes before the take-off: is it home, which is not "
                    + "flown to?"
            ])
    }

    @Test("line ends of Windows, blanks at their ends, comments and spaces for tabs are read")
    func lenient() {
        let text = Samples.waypointList.replacing("\n", with: " \r\n# remark\r\n")
            .replacing("\t", with: "  ")
        #expect(judged("\u{FEFF}" + text).actions.count == 3)
    }

    @Test(
        "other versions, in which the numbers mean other things, are refused",
        arguments: ["QGC WPL 100", "QGC WPL 120", "QGC WPL PB 110"])
    func versions(header: String) {
        let text = Samples.waypointList.replacing("QGC WPL 110", with: header)
        #expect(judged(text).refusals.count == 1)
        #expect(judged(text).refusals[0].hasPrefix("line 1: \"\(header)\" is another version"))
    }

    @Test("every error is told with its item and line, not the first alone") func everyError() {
        let verdict = judged(
            Samples.listFile(
                "2\t0\t3\t16\t0\t0\t0\t0\t91\t21.0003\t4\t1",
                "3\t0\t3\t16\t0\t0\t0\t0\tnan\t21.0003\t4\t1",
                "4\t0\t3\t16\t0\t0\t0\t0\t52,0004\t21.0003\t4\t1",
                "5\t0\t3\t16\t0\t0\t0\t0\t52.0004\t21.0003\t4",
                "6\t0\t0\t16\t0\t0\t0\t0\t52.0004\t21.0003\t5\t1",
                "7\t0\t3\t82\t0\t0\t0\t0\t52.0004\t21.0003\t4\t1",
                "8\t0\t3\t4711\t0\t0\t0\t0\t52.0004\t21.0003\t4\t1",
                "9\t0\t3\t16\t0\t0\t0\t0\t520004000\t210003000\t4\t1",
                "10\t0\t3\t16\t0\t0\t0\t0\t0\t0\t4\t1",
                "12\t0\t3\t16\t-5\t0\t3\t0\t52.0004\t21.0003\t4\t0",
                "13\t0\t3\t16\t0\t0\t0\t0\t52.0004\t21.0003\t4\t1"))
        let expected: [String] = [
            "line 4: item 2 (NAV_WAYPOINT): latitude 91 is not in -90...90; latitude and longitude may be swapped",
            "line 5: item 3 (NAV_WAYPOINT): the latitude is not a number",
            "line 6: item 4: \"52,0004\" is no number that can stand here; decimals have a point",
            "line 7: item 5: expected 12 fields, found 11",
            "line 8: item 6 (NAV_WAYPOINT): 5 m is above sea level (frame 0), which no receiver knows "
                + "well enough; write heights above home (frame 3); the number looks as if it already were",
            "line 9: item 7 (NAV_SPLINE_WAYPOINT): a curve is not flown, and a straight line is another "
                + "path, so it is not flown",
            "line 10: item 8 (command 4711): there is nothing here that does it, so it is not flown",
            "line 11: item 9 (NAV_WAYPOINT): latitude 520004000 is not in -90...90; these may be ten "
                + "millionths of a degree, where degrees are expected",
            "line 12: item 10 (NAV_WAYPOINT): 0, 0 is what stands where no place was set",
            "line 13: item 12 (NAV_WAYPOINT): comes where item 11 should be: lines may be missing",
            "line 13: item 12 (NAV_WAYPOINT): waits for a person to go on (autocontinue 0), which "
                + "nothing here does",
            "line 13: item 12 (NAV_WAYPOINT): parameter 3, by how far it passes the place, is 3; it must be 0",
            "line 13: item 12 (NAV_WAYPOINT): stays for -5 s; it must be 0 to 3600 s",
            "line 14: item 13 (NAV_WAYPOINT): the mission ends in the air; its last item must land or return",
        ]
        #expect(verdict.refusals == expected)
    }

    @Test("lines before the first that is there are not taken for nothing") func lateStart() {
        let lines = Samples.waypointList.split(separator: "\n")
        let verdict = judged(([lines[0]] + lines[3...]).joined(separator: "\n"))
        #expect(
            verdict.refusals.contains(
                "line 2: item 2 (NAV_WAYPOINT): is the first one: lines may be missing"))
    }

    @Test("a file of fences is said to be one, and nothing of it is flown") func fences() {
        let verdict = judged("QGC WPL 110\n0\t0\t0\t5005\t50\t0\t0\t0\t0\t0\t0\t0\n")
        #expect(verdict.mission == nil)
        #expect(
            verdict.refusals.contains { $0.contains("is a fence, and no part of a mission") },
            "\(verdict.refusals)")
        #expect(!verdict.refusals.contains { $0.contains("autocontinue") })
    }

    /// By ArduPilot's own autotest: a loiter that climbs where it is.
    @Test("a stay with a height of its own climbs, or is refused where nobody knows where it is")
    func climbingStay() {
        func text(_ first: String) -> String {
            """
            QGC WPL 110
            0 1 0 16 0 0 0 0 52.0 21.0 110 1
            1 0 3 22 0 0 0 0 0 0 3 1
            \(first)
            3 0 3 19 5 0 1 0 0 0 4 1
            4 0 3 20 0 0 0 0 0 0 0 1
            """
        }
        let known = judged(text("2 0 3 16 0 0 0 0 52.0001 21.0 3 1"))
        #expect(known.actions.map(\.altitudeMetres) == [3, 3, 4, nil], "\(known.refusals)")
        let unknown = judged(text("2 0 3 19 5 0 1 0 0 0 4 1"))
        #expect(unknown.mission == nil)
        #expect(
            unknown.refusals.first?.contains("where it would be is not known") == true,
            "\(unknown.refusals)")
    }
}
