import Core
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

@Suite("Location replay driver")
struct LocationReplayTests {
    private let directory: TemporaryDirectory
    private let bench: DriverBench<LocationReplay>

    init() throws {
        directory = try TemporaryDirectory()
        bench = DriverBench(root: directory.path)
    }

    private var position: Sample<Fix> { bench.sample(LocationReplay.position) }

    @Test("it plays a file at its pace and says when it is over")
    func plays() throws {
        try directory.write("run/track.txt", "8,47\n9,48\n")
        let driver = try bench.start(["file": "track.txt"])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(position.good?.position == Position(latitude: 47, longitude: 8))
        bench.clock.advance(by: .seconds(1))
        #expect(position.good?.position == Position(latitude: 48, longitude: 9))
        bench.clock.advance(by: .seconds(1))
        #expect(
            position.quality == .absent("the track is over; set \"loop\" to repeat it"))
        #expect(
            driver.diagnostics(at: bench.clock.now) == [
                Diagnostic("points", 2), Diagnostic("bad_lines", 0),
            ])
    }

    @Test("a GPX file is known by its content")
    func playsGPX() throws {
        try directory.write(
            "run/track",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
            <wpt lat="47" lon="8"/></gpx>
            """)
        let driver = try bench.start(["file": "track", "loop": true])
        defer { driver.close() }
        bench.clock.advance(by: .seconds(10))
        #expect(position.good?.position == Position(latitude: 47, longitude: 8))
    }

    @Test("an NMEA log is known by its content and played at the pace of its times")
    func playsNMEA() throws {
        let first = "GPRMC,123519,A,4800.000,N,01100.000,E,036.0,084.4,230394,,"
        let second = "GPRMC,123522,A,4800.000,N,01106.000,E,036.0,090.0,230394,,"
        try directory.write(
            "run/log.nmea",
            "# a comment\r\n\(sentence(first))\r\n$GPRMC,garbled\r\n\(sentence(second))\r\n")
        let driver = try bench.start(["file": "log.nmea", "use_times": true])
        defer { driver.close() }
        bench.clock.advance(by: .seconds(2))
        #expect(position.good?.position == Position(latitude: 48, longitude: 11))
        bench.clock.advance(by: .seconds(1))
        // Six minutes are a tenth of a degree; 36 knots are 18.52 m/s.
        #expect(position.good?.position == Position(latitude: 48, longitude: 11.1))
        #expect(abs((position.good?.speedMetresPerSecond ?? 0) - 18.52) < 1e-9)
        #expect(
            driver.diagnostics(at: bench.clock.now) == [
                Diagnostic("points", 2), Diagnostic("bad_lines", 1),
            ])
        #expect(bench.log.lines.contains { $0.contains("line 3: no checksum at its end") })
    }

    @Test("nothing of a broken file is played; the fault names the file and the line")
    func brokenFile() throws {
        try directory.write("run/track.txt", "8,47\n9,148\n")
        let driver = try bench.start(["file": "track.txt"])
        defer { driver.close() }
        bench.clock.advance(by: .seconds(5))
        #expect(position.good == nil)
        let fault = try #require(bench.reportedFaults.first)
        #expect(fault.kind == .corrupt)
        #expect(fault.message.hasPrefix("\(directory.path)/run/track.txt, line 2: latitude 148"))
    }

    /// One fix 0.3 s older than the one before it: gpsd, test/daemon/telit-he910.log.
    @Test("a fix out of order is left out, counted and logged; the file is played")
    func outOfOrder() throws {
        let times = ["105152.708", "105153.71", "105153.408", "105154.408"]
        let lines = times.map { sentence("GPRMC,\($0),A,4800.000,N,01100.000,E,,,230394,,") }
        try directory.write("run/log.nmea", lines.joined(separator: "\r\n"))
        let driver = try bench.start(["file": "log.nmea", "use_times": true])
        defer { driver.close() }
        bench.clock.advance(by: .seconds(1))
        #expect(position.good != nil)
        #expect(
            driver.diagnostics(at: bench.clock.now) == [
                Diagnostic("points", 3), Diagnostic("bad_lines", 1),
            ])
        #expect(
            bench.log.lines.contains {
                $0.contains(
                    "left out 1 bad lines, the first is line 3: this point is older than the one before it"
                )
            })
    }

    @Test("a file that is not there is absent, a directory is refused, an empty file is corrupt")
    func noFile() throws {
        let cases: [(file: String, kind: DeviceError.Kind)] = [
            ("missing.txt", .absent), (".", .other), ("empty.txt", .corrupt),
        ]
        try directory.write("run/empty.txt", "\n")
        for (file, kind) in cases {
            let bench = DriverBench<LocationReplay>(root: directory.path)
            let driver = try bench.start(["file": .string(file)])
            bench.clock.advance(by: .zero)
            #expect(bench.reportedFaults.map(\.kind) == [kind], "\(file)")
            driver.close()
        }
    }

    @Test("after close nothing is published and no timer is left")
    func closes() throws {
        try directory.write("run/track.txt", "8,47\n9,48\n")
        let driver = try bench.start(["file": "track.txt", "loop": true])
        bench.clock.advance(by: .seconds(1))
        driver.close()
        let before = bench.connections.source(LocationReplay.position).count
        bench.clock.advance(by: .seconds(5))
        #expect(bench.connections.source(LocationReplay.position).count == before)
        #expect(bench.clock.pendingCount == 0)
        #expect(position.quality == .stale(limit: .seconds(4)))
    }

    @Test("a driver closed before its file was read never plays it")
    func closesEarly() throws {
        try directory.write("run/track.txt", "8,47\n")
        let driver = try bench.start(["file": "track.txt"])
        driver.close()
        bench.clock.advance(by: .seconds(5))
        #expect(bench.connections.source(LocationReplay.position).count == 0)
        #expect(bench.clock.pendingCount == 0)
    }
}
