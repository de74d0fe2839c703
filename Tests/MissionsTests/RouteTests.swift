import Testing
import Values

@testable import Missions

/// GPX as its schema has it, and as files in use break it; the coordinate text of the GPS simulator
/// that Roost replaces, longitude first.
@Suite struct RouteTests {
    private func gpx(_ body: String) -> String {
        "<gpx version=\"1.1\" creator=\"x\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n\(body)</gpx>"
    }

    @Test("a route is flown at the height that is set, with a take-off and an end") func route()
        throws
    {
        var options = MissionOptions()
        options.altitudeMetres = 2
        options.ending = .land
        let first = try position(52.0004, 21.0003)
        let second = try position(52.0006, 21.0003)
        let verdict = judged(Samples.gpx, Samples.limits, options)
        #expect(
            verdict.actions == [
                .takeOff(altitudeMetres: 2), .goTo(Waypoint(first, altitudeMetres: 2)),
                .goTo(Waypoint(second, altitudeMetres: 2)), .land(at: nil),
            ])
        #expect(
            verdict.warnings == [
                "line 4: warning: GPX has no heights above the ground and no end: it is flown at 2 m, "
                    + "then: land"
            ])
    }

    @Test("a route goes before waypoints, and elevations are left out with a warning")
    func precedence() {
        let verdict = judged(
            gpx(
                "<wpt lat=\"52.0001\" lon=\"21\"><ele>114.0</ele></wpt>\n"
                    + "<rte><rtept lat=\"52.0002\" lon=\"21\"/></rte>"))
        #expect(verdict.mission?.items.map(\.place.line) == [3, 3, 3])
        #expect(
            verdict.warnings.first
                == "line 2: warning: <ele> is a height above sea level, not above the ground: left out"
        )
        #expect(judged(gpx("<wpt lat=\"52.0001\" lon=\"21\"/>")).mission != nil)
    }

    @Test("a file without the namespace, or with another, is read all the same") func namespace() {
        let body = "<rte><rtept lat=\"52.0001\" lon=\"21\"/></rte>"
        #expect(judged("<gpx>\(body)</gpx>").mission != nil)
        #expect(judged("<gpx xmlns=\"urn:other\">\(body)</gpx>").mission != nil)
    }

    @Test("a track is a recording, flown only when its spacing is given") func track() {
        let points = (1...100).map { "<trkpt lat=\"52.000\(9 + $0)\" lon=\"21\"/>" }
        let text = gpx("<trk><trkseg>\(points.joined(separator: "\n"))</trkseg></trk>")
        #expect(judged(text).refusals.count == 1)
        #expect(judged(text).refusals[0].hasPrefix("line 2: the file has only a track"))
        var options = MissionOptions()
        options.trackSpacingMetres = 25
        let long = (0...99).map { "<trkpt lat=\"\(52 + Double($0) / 1e5)\" lon=\"21\"/>" }
        let thinned = judged(
            gpx("<trk><trkseg>\(long.joined(separator: "\n"))</trkseg></trk>"), Samples.limits,
            options)
        // 99 steps of 1.112 m: the first, those after 25 m each, and the last.
        #expect(thinned.actions.count == 2 + 6, "\(thinned.actions)")
    }

    @Test("every point that is none is told") func badPoints() {
        let verdict = judged(
            gpx(
                """
                <rte><rtept lat="52.0001"/>
                <rtept lat="1,5" lon="21"/>
                <rtept lat="91" lon="0"/>
                <rtept lat="nan" lon="21"/>
                <rtept lat="52.0001" lon="21"><extensions><rtept lat="x"/></extensions></rtept></rte>
                <rte/>
                """))
        #expect(
            verdict.refusals == [
                "line 2: point 1: not a place: lat=\"52.0001\" lon=\"\"",
                "line 3: point 2: not a place: lat=\"1,5\" lon=\"21\"",
                "line 4: point 3: latitude 91 is not in -90...90; latitude and longitude may be swapped",
                "line 5: point 4: the latitude is not a number",
                "line 7: a second route; a mission is one, so leave one in the file",
            ])
    }

    @Test("in coordinate text the longitude comes first, and spaces and empty lines do not count")
    func coordinates() throws {
        let verdict = judged("21.0003 , 52.0004\r\n\n 21.0003,52.0006\n")
        let first = try position(52.0004, 21.0003)
        #expect(verdict.actions.dropFirst().first == .goTo(Waypoint(first, altitudeMetres: 3)))
        #expect(verdict.mission?.items.map(\.place.line) == [1, 1, 3, 3])
    }

    @Test("lines of coordinates that are none are told, each") func badLines() {
        let verdict = judged("21.0003,52.0004\n21.0003\n21,5,52\nhere,there\n0,0\n")
        #expect(
            verdict.refusals.map { $0.prefix(30) } == [
                "line 2: point 2: expected long", "line 3: point 3: expected long",
                "line 4: point 4: expected long", "line 5: point 5: 0, 0 is what ",
            ])
    }
}
