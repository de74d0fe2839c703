import Devices
import Testing
import TestSupport

@testable import Drivers

@Suite("GPX files")
struct GPXTrackTests {
    private func parse(
        _ body: String, namespace: String = "http://www.topografix.com/GPX/1/1"
    ) throws(LocationReplay.TrackError) -> [LocationReplay.TrackPoint] {
        try LocationReplay.parseGPX(
            Array("<gpx version=\"1.1\" creator=\"x\" xmlns=\"\(namespace)\">\(body)</gpx>".utf8))
    }

    @Test("a track gives its points with height, time and the start of each segment")
    func track() throws {
        let points = try parse(
            """
            <metadata><time>2020-01-01T00:00:00Z</time></metadata>
            <trk><name>a</name><trkseg>
            <trkpt lat="47.5" lon="8.5"><ele> 408.5 </ele><time>1970-01-02T00:00:00Z</time></trkpt>
            <trkpt lat="47.6" lon="8.6"><time>1970-01-02T00:00:01.250Z</time></trkpt>
            </trkseg><trkseg>
            <trkpt lat="-47.7" lon="-8.7"/>
            </trkseg></trk>
            """)
        try #require(points.count == 3)
        #expect(points[0].position == Position(latitude: 47.5, longitude: 8.5))
        #expect(points.map(\.fix.altitudeMetres) == [408.5, nil, nil])
        // The second day of 1970 begins after 86400 seconds.
        #expect(points.map(\.recordedAt) == [86400, 86401.25, nil])
        #expect(points.map(\.startsSegment) == [true, false, true])
        #expect(points.map(\.line) == [3, 4, 6])
    }

    @Test("tracks go before routes, routes before waypoints")
    func precedence() throws {
        let waypoint = "<wpt lat=\"1\" lon=\"1\"/>"
        let route = "<rte><rtept lat=\"2\" lon=\"2\"/></rte>"
        let track = "<trk><trkseg><trkpt lat=\"3\" lon=\"3\"/></trkseg></trk>"
        #expect(try parse(waypoint).map(\.position.latitude) == [1])
        #expect(try parse(waypoint + route).map(\.position.latitude) == [2])
        #expect(try parse(waypoint + route + track).map(\.position.latitude) == [3])
    }

    @Test("what stands in extensions or foreign namespaces is not taken for a point")
    func extensions() throws {
        let points = try parse(
            """
            <wpt lat="1" lon="1"><extensions><time>never</time><wpt lat="x"/></extensions>
            <o:ele xmlns:o="urn:other">high</o:ele></wpt>
            """)
        #expect(points.map(\.position.latitude) == [1])
        #expect(points.first?.fix.altitudeMetres == nil)
    }

    @Test("a time with an offset is the same moment")
    func timeZones() throws {
        let points = try parse(
            "<wpt lat=\"1\" lon=\"1\"><time>1970-01-02T02:00:00+02:00</time></wpt>")
        #expect(points.first?.recordedAt == 86400)
    }

    @Test(
        "broken points are refused with what is wrong",
        arguments: [
            ("<wpt lat=\"1\"/>", "a point needs the attributes lat and lon"),
            ("<wpt lat=\"91\" lon=\"0\"/>", "not a place: lat=\"91\" lon=\"0\""),
            ("<wpt lat=\"nan\" lon=\"0\"/>", "not a place: lat=\"nan\" lon=\"0\""),
            ("<wpt lat=\"1,5\" lon=\"0\"/>", "not a place: lat=\"1,5\" lon=\"0\""),
            (
                "<wpt lat=\"1\" lon=\"1\"><ele>tall</ele></wpt>",
                "not a height in metres: \"tall\""
            ),
            (
                "<wpt lat=\"1\" lon=\"1\"><time>2026-02-30T25:00:00Z</time></wpt>",
                "not a time such as 2026-07-01T12:00:00Z: \"2026-02-30T25:00:00Z\""
            ),
            ("", "the file holds no track, route or waypoint"),
            ("<wpt lat=\"1\" lon=\"1\">", "not well-formed XML: mismatched tag"),
        ])
    func brokenPoints(body: String, message: String) {
        #expect(throws: LocationReplay.TrackError(line: 1, message)) { try self.parse(body) }
    }

    @Test("another kind of XML is refused")
    func otherRoot() {
        let error = thrownError(LocationReplay.TrackError.self) {
            try parse("<wpt lat=\"1\" lon=\"1\"/>", namespace: "urn:other")
        }
        #expect(error?.message.hasPrefix("not GPX: the root is <gpx>") == true)
    }
}
