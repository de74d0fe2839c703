import PlaceFiles
import TestSupport
import Testing
import Values

@Suite("GPX files")
struct GPXFileTests {
    private func read(_ text: String) throws(PlaceFileError) -> GPXFile {
        try GPXFile(Array(text.utf8))
    }

    private func places(_ points: [PlacePoint]) -> [Position?] {
        points.map { try? $0.place.get() }
    }

    @Test("waypoints, routes and the segments of tracks come in the order of the file")
    func lists() throws {
        let file = try read(
            """
            <gpx xmlns="http://www.topografix.com/GPX/1/1"><metadata><time>2020-01-01T00:00:00Z</time></metadata>
            <trk><trkseg><trkpt lat="1" lon="2"><ele> 3.5 </ele><time>2026-01-01T00:00:00Z</time></trkpt></trkseg>
            <trkseg><trkpt lat="2" lon="2"/></trkseg></trk>
            <wpt lat="3" lon="2"/><rte><rtept lat="4" lon="2"/></rte>
            <rte/></gpx>
            """)
        #expect(
            file.segments.filter { !$0.isEmpty }.map(places) == [
                [Position(latitude: 1, longitude: 2)], [Position(latitude: 2, longitude: 2)],
            ])
        #expect(places(file.waypoints) == [Position(latitude: 3, longitude: 2)])
        #expect(
            file.routes.map { places($0.points) } == [[Position(latitude: 4, longitude: 2)], []])
        #expect(file.routes.map(\.line) == [4, 5])
        let first = try #require(file.segments.joined().first)
        #expect(first.elevation == "3.5" && first.time == "2026-01-01T00:00:00Z" && first.line == 2)
        #expect(file.firstElevation == first)
    }

    @Test("no namespace, another one, or a prefix is no reason to refuse a file")
    func namespaces() throws {
        for head in [
            "<gpx>", "<gpx xmlns='urn:other'>", "<gpx xmlns='http://www.topografix.com/GPX/1/0'>",
        ] {
            #expect(try read(head + "<wpt lat='1' lon='2'/></gpx>").waypoints.count == 1, "\(head)")
        }
        #expect(
            try read("<g:gpx xmlns:g='urn:g'><g:wpt lat='1' lon='2'/></g:gpx>").waypoints.count == 1
        )
    }

    /// A prefix without a declaration: gpxstudio/gpxstudio.github.io#18.
    @Test("extensions and elements of others are skipped, and so is a prefix that nobody declares")
    func foreign() throws {
        let file = try read(
            """
            <gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="1" lon="2">
            <extensions><ele>9</ele><wpt lat="x"/><time>never</time></extensions>
            <o:ele xmlns:o="urn:other">high</o:ele><gpxtpx:TrackPointExtension><ele>8</ele></gpxtpx:TrackPointExtension>
            </wpt></gpx>
            """)
        #expect(file.waypoints.count == 1)
        #expect(file.waypoints.first?.elevation == nil && file.waypoints.first?.time == nil)
    }

    /// tumic0/GPXSee#579, ticofab/android-gpx-parser#1: exiftool writes them.
    @Test(
        "an empty height or time is one that is not known",
        arguments: ["<ele></ele>", "<ele/>", "<time> </time>", "<time/>"])
    func empty(element: String) throws {
        let file = try read("<gpx><wpt lat='1' lon='2'>\(element)</wpt></gpx>")
        #expect(file.waypoints.first?.elevation == nil && file.waypoints.first?.time == nil)
        #expect(file.firstElevation == nil)
    }

    @Test(
        "a point that is none says why",
        arguments: [
            ("lat='1'", "not a place: lat=\"1\" lon=\"\""),
            ("lat='1,5' lon='2'", "not a place: lat=\"1,5\" lon=\"2\""),
            ("lat='inf' lon='2'", "not a place: lat=\"inf\" lon=\"2\""),
            ("lat='nan' lon='2'", "the latitude is not a number"),
            (
                "lat='520000000' lon='210000000'",
                "latitude 520000000 is not in -90...90; these may be ten millionths of a degree, where "
                    + "degrees are expected"
            ),
            (
                "lat='120' lon='45'",
                "latitude 120 is not in -90...90; latitude and longitude may be swapped"
            ),
            ("lat='0' lon='0.0'", "0, 0 is what stands where no place was set"),
        ])
    func badPoints(attributes: String, message: String) throws {
        let point = try #require(try read("<gpx><wpt \(attributes)/></gpx>").waypoints.first)
        #expect(point.place == .failure(PlaceError(message: message)))
    }

    @Test(
        "what is no GPX is refused with its line",
        arguments: [
            ("<kml/>", 1, "expected <gpx>, found <kml>; KML is not read, save it as GPX"),
            ("\n<svg/>", 2, "expected <gpx>, found <svg>"),
            ("", 1, "not well-formed XML: no element found"),
            (
                "<gpx><wpt lat='1' lon='2'>\n<rtept lat='1' lon='2'/></wpt></gpx>", 2,
                "a <rtept> inside of another point"
            ),
        ])
    func refused(text: String, line: Int, message: String) {
        #expect(throws: PlaceFileError(line: line, message)) { try read(text) }
    }
}
