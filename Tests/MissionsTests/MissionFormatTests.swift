import Testing
import Values

@testable import Missions

@Suite struct MissionFormatTests {
    @Test(
        "the content says which format a file has",
        arguments: [
            (Samples.plan, .plan), (Samples.waypointList, .waypointList), (Samples.gpx, .gpx),
            ("21.0003,52.0004\n", .coordinates), (Samples.roost, .roost),
            ("\u{FEFF}\n " + Samples.roost, .roost),
        ] as [(String, MissionFormat)])
    func recognised(text: String, format: MissionFormat) {
        #expect(MissionFile.read(Array(text.utf8)).format == format)
        #expect(judged(text).refusals == [])
    }

    @Test(
        "what is in no format that is read is refused in words",
        arguments: [
            ("", "line 1: the file is empty"),
            ("hello", "line 1: this is no mission in a format that is read: QGroundControl plan"),
            ("PK\u{3}\u{4}", "line 1: a packed file, such as KMZ, is not read"),
            ("{\"type\": \"FeatureCollection\"}", "line 1: GeoJSON is not read"),
            ("\n{\"a\": 1}", "line 2: neither a mission of Roost"),
            ("{\"fileType\":\n \"Plan\",\n}", "line 2: this is not JSON from column 8 on: a comma"),
            ("<kml></kml>", "line 1: expected <gpx>, found <kml>; KML is not read"),
            ("<gpx>\n<rte>\n</gpx>", "line 3: not well-formed XML"),
            (
                "<!DOCTYPE gpx [<!ENTITY a \"b\">]>\n<gpx/>",
                "line 1: document type declarations are not accepted"
            ),
        ] as [(String, String)])
    func refused(text: String, message: String) throws {
        let verdict = judged(text)
        #expect(verdict.mission == nil)
        #expect(try #require(verdict.refusals.first).hasPrefix(message), "\(verdict.refusals)")
    }

    @Test("a file larger than any mission is not even parsed") func tooLarge() {
        let verdict = judged(String(repeating: "21,52\n", count: 800_000))
        #expect(
            verdict.refusals == [
                "line 1: the file has 4800000 bytes; the limit is 4194304, and no mission needs that"
            ])
    }

    @Test("a file of more items than can be flown is refused, and judged no further")
    func tooMany() {
        let verdict = judged(String(repeating: "21.0003,52.0004\n", count: 3000))
        #expect(
            verdict.refusals.contains(
                "line 2000: point 2000: the mission has 3002 items; the limit is 2000"),
            "\(verdict.refusals)")
    }

    @Test("a thousand errors are told, and that there are more") func manyErrors() {
        let verdict = judged(String(repeating: "21.0003,91\n", count: 1500))
        #expect(verdict.errors.count == 1001)
        #expect(
            verdict.refusals.last?.hasSuffix("more than 1000 errors; the rest is not listed")
                == true)
    }
}
