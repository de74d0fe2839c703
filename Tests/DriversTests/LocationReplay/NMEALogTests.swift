import TestSupport
import Testing
import Values

@testable import Drivers

@Suite("NMEA logs")
struct NMEALogTests {
    private func parse(_ lines: [String]) throws(LocationReplay.TrackError) -> LocationReplay.Track
    {
        try LocationReplay.parseNMEALog(Array(lines.map { $0 + "\r\n" }.joined().utf8))
    }

    private func gga(_ time: String, minutes: String = "07.038", quality: Int = 1) -> String {
        sentence("GPGGA,\(time),48\(minutes),N,01131.000,E,\(quality),08,0.9,545.4,M,46.9,M,,")
    }

    @Test("comments are left out, and a point has what all sentences of its time say")
    func log() throws {
        let track = try parse([
            "# Name: a walk", "# Date: 1994-03-23", "#Serial: 4800 8N1",
            "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47",
            "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A",
            sentence("GPGSV,1,1,00"), "", gga("123520", minutes: "07.050"),
        ])
        try #require(track.points.count == 2)
        #expect(track.points[0].fix.altitudeMetres == 545.4)
        #expect(track.points[0].fix.course == .degrees(84.4))
        // date -u -d "1994-03-23 12:35:19" +%s
        #expect(track.points.map(\.recordedAt) == [764_426_119, 764_426_120])
        #expect(track.points.map(\.startsSegment) == [false, false])
        #expect(track.points.map(\.line) == [5, 8])
        #expect(track.badLines == 0 && track.firstProblem == nil)
    }

    @Test("the date of a comment counts where no sentence has one; a date in words does not")
    func commentDate() throws {
        #expect(
            try parse(["# Date: 1970-01-02", gga("000001")]).points.map(\.recordedAt) == [86_401])
        for comment in ["# Date: Sat Aug 18 08:56:36 2007", "# Date: 2026-02-30", "#", "# Date:"] {
            #expect(try parse([comment, gga("000001")]).points.map(\.recordedAt) == [1])
        }
    }

    @Test("damaged lines are left out and counted, and the first is named")
    func damage() throws {
        let track = try parse([
            "07.038,N,01131.000,E*47", gga("123519"), gga("123520") + "7", gga("123521"),
            "$GPGGA,1235", sentence("GPGGA,123522,9907.038,N,01131.000,E,1,08,0.9,545.4,M,,,,"),
        ])
        #expect(track.points.count == 2)
        #expect(track.badLines == 4)
        #expect(
            track.firstProblem
                == LocationReplay.TrackError(line: 1, "not a sentence: it does not begin with $"))
    }

    @Test("a log without a usable fix is refused, with its first problem if it has one")
    func noFix() {
        #expect(
            throws: LocationReplay.TrackError(line: 1, "no sentence in the log has a usable fix")
        ) {
            try self.parse([self.gga("123519", quality: 0), sentence("GPRMC,,V,,,,,,,,,,N")])
        }
        #expect(
            throws: LocationReplay.TrackError(
                line: 2, "no checksum at its end; no sentence in the log has a usable fix")
        ) {
            try self.parse(["# stripped", "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M"])
        }
    }

    @Test("no fix, or more than five seconds of silence, is a pause")
    func pauses() throws {
        let track = try parse([
            gga("000000"), gga("000001", quality: 0), gga("000002"), gga("000007"), gga("000012.1"),
        ])
        #expect(track.points.map(\.startsSegment) == [false, true, false, true])
    }

    @Test("a night's log goes on over midnight")
    func midnight() throws {
        let track = try parse([gga("235959"), gga("000000")])
        #expect(track.points.map(\.recordedAt) == [86_399, 86_400])
    }

    @Test("as many points as the limit are read, one more is refused")
    func limit() throws {
        let lines = ["000000", "000001", "000002"].map { gga($0) + "\n" }
        let bytes = Array(lines.joined().utf8)
        #expect(try LocationReplay.parseNMEALog(bytes, pointLimit: 3).points.count == 3)
        #expect(throws: LocationReplay.TrackError(line: 3, "more than 2 points")) {
            try LocationReplay.parseNMEALog(bytes, pointLimit: 2)
        }
    }
}
