import TestSupport
import Testing
import Values

@testable import Drivers

/// How GPX itself is read is tested in PlaceFilesTests.
@Suite("GPX tracks")
struct GPXTrackTests {
    private typealias TrackError = LocationReplay.TrackError

    private func parse(_ body: String, usesTimes: Bool = true) throws(TrackError)
        -> LocationReplay.Track
    {
        let text =
            "<gpx version=\"1.1\" creator=\"x\" xmlns=\"http://www.topografix.com/GPX/1/1\">\(body)</gpx>"
        return try LocationReplay.parse(Array(text.utf8), usesTimes: usesTimes)
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
            """
        ).points
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
        let latitudes = { (track: LocationReplay.Track) in track.points.map(\.position.latitude) }
        #expect(latitudes(try parse(waypoint)) == [1])
        #expect(latitudes(try parse(waypoint + route)) == [2])
        #expect(latitudes(try parse(waypoint + route + track)) == [3])
    }

    @Test("a time with an offset is the same moment")
    func timeZones() throws {
        let track = try parse(
            "<wpt lat=\"1\" lon=\"1\"><time>1970-01-02T02:00:00+02:00</time></wpt>")
        #expect(track.points.first?.recordedAt == 86400)
    }

    /// Empty heights and times: tumic0/GPXSee#579, ticofab/android-gpx-parser#1.
    @Test(
        "a height or a time that cannot be read is not known; a time that is not used is not looked at"
    )
    func unreadableValues() throws {
        let point = { (values: String) in "<wpt lat=\"1\" lon=\"1\">\(values)</wpt>" }
        #expect(try parse(point("<ele/><time></time>")).badLines == 0)
        let tall = try parse(point("<ele>tall</ele>"))
        #expect(tall.points.map(\.fix.altitudeMetres) == [nil] && tall.badLines == 1)
        #expect(
            tall.firstProblem
                == TrackError(line: 1, "the height is left out: \"tall\" is no number of metres"))
        let never = point("<time>2026-02-30T25:00:00Z</time>")
        #expect(try parse(never, usesTimes: false).badLines == 0)
        #expect(
            try parse(never).firstProblem
                == TrackError(
                    line: 1,
                    "not a time such as 2026-07-01T12:00:00Z: \"2026-02-30T25:00:00Z\""))
        #expect(try parse(point("<ele>1e7</ele>")).points.map(\.fix.altitudeMetres) == [nil])
    }

    @Test(
        "a file with a point that is none, or with none at all, is refused",
        arguments: [
            ("<wpt lat=\"1\"/>", "not a place: lat=\"1\" lon=\"\""),
            (
                "<wpt lat=\"1\" lon=\"1\"/><wpt lat=\"91\" lon=\"0\"/>",
                "latitude 91 is not in -90...90; latitude and longitude may be swapped"
            ),
            ("<wpt lat=\"0\" lon=\"0\"/>", "0, 0 is what stands where no place was set"),
            ("", "the file holds no track, route or waypoint"),
            ("<trk><trkseg/></trk>", "the file holds no track, route or waypoint"),
            ("<wpt lat=\"1\" lon=\"1\">", "not well-formed XML: mismatched tag"),
        ])
    func refused(body: String, message: String) {
        #expect(throws: TrackError(line: 1, message)) { try parse(body) }
    }

    @Test("UTF-16 is read, and UTF-32 is named")
    func encodings() throws {
        for text in [
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><gpx><wpt lat=\"2\" lon=\"1\"/></gpx>",
            "1,2\r\n", "\(sentence("GPRMC,123519,A,0200.000,N,00100.000,E,,,230394,,"))\r\n",
        ] {
            let bytes = ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            let track = try LocationReplay.parse(bytes, usesTimes: false)
            #expect(track.points.map(\.position) == [Position(latitude: 2, longitude: 1)])
        }
        #expect(
            throws: TrackError(line: 1, "the file is UTF-32, which is not read; save it as UTF-8")
        ) {
            try LocationReplay.parse([0xFF, 0xFE, 0, 0], usesTimes: false)
        }
    }
}
