import DriverKit
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Drivers

/// GGA and RMC are the examples that circulate for the standard: 48° 7.038', 11° 31', 22.4 knots.
struct NMEAGPSSessionTests {
    private typealias Action = NMEAGPS.Session.Action

    private let start = Instant(nanoseconds: 1_000_000_000)

    private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

    private func session() -> NMEAGPS.Session {
        var session = NMEAGPS.Session("/dev/serial0", .baud9600, at: start)
        // The first line began before we listened.
        _ = session.receive(Array("35,N*7\r\n".utf8), at: start)
        return session
    }

    private func bytes(_ bodies: String...) -> [UInt8] {
        bodies.flatMap { nmeaLine($0) }
    }

    private static let gga = "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
    private static let rmc = "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W"

    /// 48° 7.038' and 11° 31'; 22.4 knots.
    private func isExample(_ action: Action?, takenAt: Instant) -> Bool {
        guard case .fix(let fix, takenAt, nil) = action else { return false }
        return abs(fix.position.latitude - 48.1173) < 1e-9
            && abs(fix.position.longitude - 11.516666667) < 1e-8 && fix.satellitesUsed == 8
            && abs((fix.speedMetresPerSecond ?? 0) - 11.5236) < 1e-3
    }

    @Test("a cycle is told as one fix as soon as the line falls silent, with its beginning's time")
    func cycle() {
        var session = session()
        #expect(session.receive(bytes(Self.gga), at: at(100)) == [])
        #expect(session.tick(at: at(110)) == [])
        #expect(session.receive(bytes(Self.rmc), at: at(150)) == [])
        #expect(session.tick(at: at(200)) == [])
        let told = session.tick(at: at(210))
        #expect(told.count == 1)
        #expect(isExample(told.first, takenAt: at(100)))
        #expect(session.tick(at: at(260)) == [])
    }

    @Test("on a line that is never silent a cycle is told when the next begins")
    func busy() {
        var session = session()
        _ = session.receive(bytes(Self.gga), at: at(100))
        _ = session.receive(bytes(Self.rmc), at: at(140))
        let next = session.receive(bytes("GPGGA,123520,,,,,0,00,,,M,,M,,"), at: at(180))
        #expect(next.count == 1)
        #expect(isExample(next.first, takenAt: at(100)))
        #expect(session.tick(at: at(300)) == [.noFix("the receiver has no fix")])
    }

    @Test("a receiver that repeats itself grows stale: its time is that of the first telling")
    func frozen() {
        var session = session()
        for second in 0..<5 {
            _ = session.receive(bytes(Self.gga, Self.rmc), at: at(1000 * second))
            let told = session.tick(at: at(1000 * second + 100))
            #expect(isExample(told.first, takenAt: start))
        }
    }

    @Test("a sentence without a fix takes the fix from the whole cycle")
    func contradiction() {
        var session = session()
        let void = "GPRMC,123519,V,,,,,,,230394,,"
        _ = session.receive(bytes(Self.gga, void), at: start)
        #expect(session.tick(at: at(100)) == [.noFix("the receiver has no fix")])
    }

    @Test("bytes may be cut anywhere")
    func cuts() {
        var session = session()
        for byte in bytes(Self.gga, Self.rmc) { _ = session.receive([byte], at: at(10)) }
        #expect(isExample(session.tick(at: at(100)).first, takenAt: at(10)))
    }

    @Test("a compass gives headings, whatever its talker; magnetic ones are not taken for true")
    func compass() {
        var session = session()
        for talker in ["HE", "GP", "HC"] {
            #expect(
                session.receive(bytes("\(talker)HDT,274.07,T"), at: at(1))
                    == [.heading(Heading(.degrees(274.07)), takenAt: at(1))])
        }
        #expect(session.receive(bytes("HEHDT,,T"), at: at(2)) == [])
        #expect(session.receive(bytes("HCHDM,274.07,M"), at: at(2)) == [])
        #expect(session.counters.badLines == 0)
        #expect(session.receive(bytes("HEHDT,274.07,M", "HEHDT,361,T"), at: at(2)) == [])
        #expect(session.counters.badLines == 2)
    }

    @Test("damaged lines are counted, and the first, which began before us, is not")
    func damaged() {
        var session = session()
        #expect(session.counters.badLines == 0)
        _ = session.receive(Array("$GPGGA,123519*00\r\n\r\n".utf8), at: start)
        _ = session.receive([UInt8](repeating: 0x55, count: 300) + [0x0A], at: start)
        #expect(session.counters.badLines == 2)
        #expect(session.counters.sentences == 0)
    }

    private func why(_ actions: [Action]) -> [String] {
        actions.map {
            switch $0 {
            case .noFix(let why), .noHeading(let why): why
            case .fix, .heading, .send, .warn, .note, .fail: "something else"
            }
        }
    }

    @Test("a silent line, a wrong speed and a receiver without positions are told apart")
    func complaints() {
        var silent = session()
        #expect(silent.tick(at: at(5000)) == [])
        #expect(why(silent.tick(at: at(5001))).allSatisfy { $0.hasPrefix("nothing comes in") })
        #expect(silent.tick(at: at(5001)).count == 2)

        var garbled = session()
        var compass = session()
        for time in stride(from: 0, through: 6000, by: 100) {
            _ = garbled.receive([0xF8, 0x00, 0x86, 0x0A, 0x9E], at: at(time))
            _ = compass.receive(bytes("HEHDT,10,T"), at: at(time))
        }
        #expect(why(garbled.tick(at: at(6010))).first?.contains("really 9600 baud") == true)
        #expect(garbled.tick(at: at(6010)).count == 2)
        #expect(
            why(compass.tick(at: at(6010))) == [
                "no position (GGA, RMC, GNS or GLL) at /dev/serial0"
            ])
    }

    /// What a session says within the first `seconds` seconds of these lines, one a second.
    private func told(_ lines: [String], seconds: Int) -> [Action] {
        var session = session()
        var actions: [Action] = []
        for second in 0..<seconds {
            let line = Array((lines[second % lines.count] + "\r\n").utf8)
            actions += session.receive(line, at: at(1000 * second))
            actions += session.tick(at: at(1000 * second + 100))
            actions += session.tick(at: at(1000 * second + 900))
        }
        return actions
    }

    /// gpsd, test/daemon/hemi.log (a Hemisphere): gpsd says mode 1 for such epochs (hemi.log.chk).
    @Test("a GGA of no satellites is no fix") func noSatellites() {
        let lines = [
            "$GPGGA,194050.00,4221.823770,N,07101.941170,W,1,00,3.3,10.835,M,-33.320,M,,*65",
            "$GPGGA,194051.00,4221.823771,N,07101.941171,W,1,00,3.3,10.835,M,-33.320,M,,*64",
        ]
        let told = told(lines, seconds: 8).filter {
            if case .noHeading = $0 { false } else { true }
        }
        #expect(told == [Action](repeating: .noFix("the receiver has no fix"), count: 8))
    }

    /// gpsd, test/daemon/ericsson-gru04-02-70sec.log, whose GGA comes each minute; gpsd: 3D at 41.1933167 N 111.9424682 W.
    @Test("a receiver of GNS and GLL alone has positions with their quality") func globalSentences()
        throws
    {
        let epochs = [
            [
                "$GNGNS,213712.000,4111.59900,N,11156.54800,W,AANN,13,0.93,01482.5,-016.5,,*58",
                "$GNGLL,4111.59900,N,11156.54800,W,213712.000,A,A*5A",
            ],
            [
                "$GNGNS,213713.000,4111.59901,N,11156.54801,W,AANN,13,0.93,01482.5,-016.5,,*59",
                "$GNGLL,4111.59901,N,11156.54801,W,213713.000,A,A*5B",
            ],
        ]
        let told = told(epochs.map { $0.joined(separator: "\r\n") }, seconds: 2)
        let fixes = told.compactMap { action -> Fix? in
            if case .fix(let fix, _, nil) = action { fix } else { nil }
        }
        #expect(fixes.count == 2 && told.count == 2)
        let fix = try #require(fixes.first)
        #expect(abs(fix.position.latitude - (41 + 11.599 / 60)) < 1e-9)
        #expect(abs(fix.position.longitude + (111 + 56.548 / 60)) < 1e-9)
        #expect(fix.satellitesUsed == 13 && fix.hdop == 0.93 && fix.altitudeMetres == 1482.5)
    }

    /// gpsd, test/daemon/hp58534a.log: an HP 58534A sends none.
    @Test("sentences without a checksum are named as such, and the speed is not blamed")
    func unchecked() {
        let lines = [
            "$GPGGA,222410,3349.0337,S,01843.9280,E,1,07,02.31,115.4,M,33.3,M,,",
            "$GPGGA,222411,3349.0337,S,01843.9281,E,1,07,02.31,115.4,M,33.3,M,,",
        ]
        let why =
            "the sentences at /dev/serial0 have no checksum, so noise in them could not be seen: set the receiver "
            + "to send checksums"
        #expect(told(lines, seconds: 9).last == .noHeading(why))
        #expect(told(lines, seconds: 9).contains(.noFix(why)))
    }
}
