import Core
import JSON
import Testing
import Values

@testable import Recording

@Suite struct ExportTests {
    private let step = StepHistory.Step(
        at: Instant(nanoseconds: 7),
        inputs: [
            "position": [
                "takenAt": 5,
                "value": [
                    "altitudeMetres": 2.5, "position": ["latitude": 52.25, "longitude": 13.5],
                ],
            ]
        ], outputs: ["state": "locked", "why": "so \"far\", so good"])
    private let time = WallTime(secondsSince1970: 951_827_696.25, secondsAheadOfUTC: 3600)

    /// RFC 4180, section 2, rules 5 to 7: what has a comma or a quote in it stands in quotes, which are doubled.
    @Test func aTableHasAColumnForEachNumberAndWord() {
        var table = StepTable()
        table.note(step)
        #expect(
            table.head() == "time,utc,monotonic_ns,in.position.takenAt,"
                + "in.position.value.altitudeMetres,in.position.value.position.latitude,"
                + "in.position.value.position.longitude,out.state,out.why")
        #expect(
            table.line(of: step, time) == "2000-02-29 13:34:56 +01:00,951827696.25,7,5,2.5,52.25,"
                + "13.5,locked,\"so \"\"far\"\", so good\"")
    }

    @Test func aTrackHasAPointForEachNewPosition() {
        var track = TrackFile()
        #expect(
            track.point(of: step, time) == "<trkpt lat=\"52.25\" lon=\"13.5\"><ele>2.5</ele>"
                + "<time>2000-02-29T12:34:56.250Z</time></trkpt>")
        #expect(track.point(of: step, time) == nil)
    }

    /// By the specification at mcap.dev/spec: magic, then records of an opcode, a length of 64 bits and the content, all
    /// numbers with their lowest byte first.
    @Test func aMessageForFoxgloveComesAfterItsChannel() {
        var file = MCAPFile()
        let first = file.message("door/outputs", ["a": 1], at: 258)
        let channel: [UInt8] =
            [0x04, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0]
            + Array("door/outputs".utf8) + [4, 0, 0, 0] + Array("json".utf8) + [0, 0, 0, 0]
        let body: [UInt8] =
            [0, 0, 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0]
            + Array(#"{"a":1}"#.utf8)
        #expect(first == channel + [0x05, 29, 0, 0, 0, 0, 0, 0, 0] + body)
        #expect(file.message("door/outputs", ["a": 1], at: 258).first == 0x05)
        #expect(MCAPFile.head.starts(with: [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]))
        #expect(MCAPFile.tail.suffix(8) == MCAPFile.head.prefix(8))
    }
}
