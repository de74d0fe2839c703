import TestSupport
import Testing
import Values

@testable import DriverKit

@Suite("NMEA reports")
struct NMEAReportTests {
    private func report(_ text: String) throws -> NMEAReport {
        try #require(try NMEAReport(NMEASentence(Array(text.utf8))))
    }

    private func isNear(_ value: Double?, _ expected: Double) -> Bool {
        value.map { abs($0 - expected) < 1e-9 } ?? false
    }

    /// The example of the protocol's public descriptions: 48°07.038' N 11°31.000' E at 12:35:19.
    @Test("GGA gives position, quality, satellites, HDOP and height above the sea")
    func gga() throws {
        let gga = try report("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47")
        #expect(gga.time?.seconds == 45_319)
        #expect(isNear(gga.position?.latitude, 48 + 7.038 / 60))
        #expect(isNear(gga.position?.longitude, 11 + 31.0 / 60))
        #expect(gga.quality == .autonomous)
        #expect(gga.satellitesUsed == 8)
        #expect(gga.hdop == 0.9)
        #expect(gga.altitudeMetres == 545.4)
        #expect(gga.speedMetresPerSecond == nil && gga.course == nil && gga.day == nil)
    }

    /// The same place and time: 22.4 knots, 84.4° true, 23 March 1994.
    @Test("RMC gives position, speed, course and date")
    func rmc() throws {
        let rmc = try report(
            "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A")
        #expect(rmc.quality == .autonomous)
        #expect(isNear(rmc.position?.latitude, 48 + 7.038 / 60))
        // A knot is 1852 m an hour.
        #expect(isNear(rmc.speedMetresPerSecond, 22.4 * 1852 / 3600))
        #expect(rmc.course == .degrees(84.4))
        // date -u -d 1994-03-23 +%s gives 764380800.
        #expect(rmc.day == 764_380_800 / 86_400)
    }

    @Test("south and west are negative, and 360° is north")
    func hemispheres() throws {
        let south = try report("$GPRMC,081836,A,3751.65,S,14507.36,E,000.0,360.0,130998,011.3,E*62")
        #expect(isNear(south.position?.latitude, -(37 + 51.65 / 60)))
        #expect(isNear(south.position?.longitude, 145 + 7.36 / 60))
        #expect(south.course == .degrees(0))
        let west = try report(
            "$GPGGA,022249.563,3942.0517,N,10447.2799,W,1,05,1.8,1710.9,M,-14.7,M,,0000*50")
        #expect(isNear(west.position?.longitude, -(104 + 47.2799 / 60)))
        #expect(west.time?.milliseconds == 8_569_563)
    }

    @Test("VTG gives course and speed; without knots the km/h count, in mode N neither")
    func vtg() throws {
        let vtg = try report("$GPVTG,054.7,T,034.4,M,005.5,N,010.2,K*48")
        #expect(vtg.course == .degrees(54.7))
        #expect(isNear(vtg.speedMetresPerSecond, 5.5 * 1852 / 3600))
        #expect(vtg.quality == nil && vtg.time == nil)
        let metric = try report(sentence("GPVTG,054.7,T,,M,,N,036.0,K,A"))
        #expect(isNear(metric.speedMetresPerSecond, 10))
        let invalid = try report(sentence("GPVTG,054.7,T,,M,005.5,N,010.2,K,N"))
        #expect(invalid.course == nil && invalid.speedMetresPerSecond == nil)
    }

    @Test("an empty field is unknown and not zero")
    func emptyFields() throws {
        let rmc = try report(sentence("GNRMC,123519.00,A,4807.038,N,01131.000,E,,,230394,,,D"))
        #expect(rmc.speedMetresPerSecond == nil && rmc.course == nil)
        #expect(rmc.quality == .differential)
        let gga = try report(sentence("GPGGA,123519,4807.038,N,01131.000,E,1,,,,,,,,"))
        #expect(gga.satellitesUsed == nil && gga.hdop == nil && gga.altitudeMetres == nil)
    }

    @Test(
        "without a valid fix there is none, whatever else the sentence says",
        arguments: [
            "GPGGA,,,,,,0,,,,,,,,", "GPGGA,123519,4807.038,N,01131.000,E,0,08,0.9,545.4,M,,,,",
            "GPRMC,,V,,,,,,,,,,N", "GPRMC,123519,V,4807.038,N,01131.000,E,022.4,084.4,230394,,",
            "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,,,N",
            "GPGGA,123519,4807.038,N,01131.000,E,6,08,0.9,545.4,M,,,,",
            "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,,,E",
            "GPRMC,123519,V,4807.038,N,01131.000,E,022.4,084.4,230394,,,A",
            "GPRMC,123519,V,4807.038,N,01131.000,E,022.4,084.4,230394,,,E",
            "GPGGA,123519,4807.038,N,01131.000,E,,08,0.9,545.4,M,,,,",
            "GNGNS,,,,,,N,,,,,,", "GNGNS,123519,4807.038,N,01131.000,E,,08,0.9,545.4,,,",
            "GNGNS,123519,4807.038,N,01131.000,E,NA,08,0.9,545.4,,,", "GPGLL,,,,,,V,N",
            "GPGLL,4807.038,N,01131.000,E,123519,V", "GPGLL,4807.038,N,01131.000,E",
            "GPGLL,4807.038,N,01131.000,E,123519,A,N",
        ])
    func noFix(body: String) throws {
        let report = try report(sentence(body))
        #expect(report.quality != nil)
        guard case .noFix = report.verdict(acceptingSimulated: true) else {
            Issue.record("\(report)")
            return
        }
    }

    @Test("every way to measure is a fix; a simulator's only where it is asked for")
    func qualities() throws {
        for quality in 1...5 {
            let gga = try report(
                sentence("GPGGA,123519,4807.038,N,01131.000,E,\(quality),08,,,,,,,"))
            #expect(gga.fix() != nil, "\(quality)")
        }
        for mode in ["A", "D", "F", "P", "R"] {
            let rmc = try report(
                sentence("GPRMC,123519,A,4807.038,N,01131.000,E,,,230394,,,\(mode),V"))
            #expect(rmc.fix() != nil, "\(mode)")
            let gll = try report(sentence("GPGLL,4807.038,N,01131.000,E,123519,A,\(mode)"))
            #expect(gll.fix() != nil, "\(mode)")
            let gns = try report(
                sentence("GNGNS,123519,4807.038,N,01131.000,E,\(mode)ANN,13,0.93,545.4,,,"))
            #expect(gns.fix()?.altitudeMetres == 545.4, "\(mode)")
        }
        #expect(try report(sentence("GPGLL,4807.038,N,01131.000,E,123519,A")).fix() != nil)
    }

    /// What gpsd makes of the same bytes: status 8 is "simulated", 7 "surveyed", 5 dead reckoning (gps.h).
    @Test(
        "simulated, typed in and estimated positions are worth what gpsd's are",
        arguments: [
            ("GPGGA,123519,4807.038,N,01131.000,E,8,10,2.0,268.8,M,-33.9,M,,", 8),
            ("GPRMC,125106,V,3854.5087,N,07726.4523,W,0.0,0.0,241011,10.5,W,S", 8),
            ("GPGLL,3854.5087,N,07726.4523,W,125106,V,S", 8),
            ("GPGGA,123519,4807.038,N,01131.000,E,7,10,2.0,268.8,M,-33.9,M,,", 7),
            ("GPRMC,125106,A,3854.5087,N,07726.4523,W,0.0,0.0,241011,10.5,W,M", 7),
            ("GPGGA,123519,4807.038,N,01131.000,E,6,10,2.0,268.8,M,-33.9,M,,", 5),
            ("GPGLL,3854.5087,N,07726.4523,W,125106,V,E", 5),
        ])
    func unmeasured(body: String, status: Int) throws {
        let report = try report(sentence(body))
        let origin: FixOrigin = [5: .estimated, 7: .manual, 8: .simulated][status] ?? .measured
        switch report.verdict() {
        case .noFix(let why):
            #expect(status != 7 && why == origin.reasonForNoFix)
        case .fix(_, let doubt):
            #expect(status == 7 && doubt == origin.doubt)
        }
        if status == 8 { #expect(report.fix(acceptingSimulated: true) != nil) }
    }

    /// gpsd, test/daemon/hemi.log and hemi.log.chk: 15 such epochs, mode 1. drivers/driver_nmea0183.c, processGGA: GGA of GP or GN
    /// with fewer than 3 satellites is no fix, one with a height and 4 is 3D.
    @Test(
        "a GGA of too few satellites is no fix, and one of three has no height",
        arguments: [
            ("GP", "00", nil), ("GN", "00", nil), ("GP", "", nil), ("GP", "02", nil),
            ("GP", "03", .some(nil)), ("GN", "04", .some(10.835)), ("GL", "00", .some(nil)),
            ("IN", "10", .some(10.835)),
        ] as [(String, String, Double??)])
    func fewSatellites(talker: String, count: String, altitude: Double??) throws {
        let body =
            "\(talker)GGA,194050.00,4221.823770,N,07101.941170,W,1,\(count),3.3,10.835,M,-33.320,M,,"
        let fix = try report(sentence(body)).fix()
        #expect(fix.map(\.altitudeMetres) == altitude)
    }

    @Test("GSA says whether a fix is flat or none, and the best of a cycle counts")
    func dimensions() throws {
        func fix(_ gsa: [String]) throws -> Fix? {
            var epoch = try report(
                sentence("GPGGA,194050.00,4221.823770,N,07101.941170,W,1,05,3.3,10.835,M,,,,"))
            for dimensions in gsa {
                epoch.merge(try report(sentence("GNGSA,A,\(dimensions),,,,,,,,,,,,,1.1,1.0,1.0")))
            }
            return epoch.fix()
        }
        #expect(try fix([])?.altitudeMetres == 10.835)
        #expect(try fix(["3"])?.altitudeMetres == 10.835)
        #expect(try fix(["2"]) != nil && fix(["2"])?.altitudeMetres == nil)
        #expect(try fix(["1", "1"]) == nil)
        #expect(try fix(["1", "3", "2"])?.altitudeMetres == 10.835)
        #expect(try fix(["E"]) != nil)
    }

    /// A u-blox of version 4.1 sends V in field 13 of every GNS, for "not judged".
    @Test("a GNS that says nothing of the whole fix changes nothing")
    func silentGNS() throws {
        for body in [
            "GNGNS,123519,4807.038,N,01131.000,E,AANN,13,0.93,545.4,,,,V",
            "GPGNS,123519,,,,,,8,,,,1.0,23",
            "GLGNS,123519,,,,,,5,,,,1.0,23",
        ] {
            let report = try report(sentence(body))
            #expect(report.quality == nil && report.position == nil && report.time == nil)
            #expect(report.satellitesUsed == nil && report.hdop == nil)
        }
    }

    /// gpsd, driver_nmea0183.c: 99.99 of BT-451, 99.00 of Jackson Labs, 0.00 of Skytraq.
    @Test(
        "an HDOP of 99, 90 or 0 is how receivers say that they do not know",
        arguments: ["99.99", "99.00", "90", "0.00"])
    func unknownHDOP(text: String) throws {
        let gga = try report(sentence("GPGGA,123519,4807.038,N,01131.000,E,1,03,\(text),,,,,,"))
        #expect(gga.hdop == nil)
    }

    @Test(
        "two-digit years from 80 on are of the last century",
        arguments: [
            ("060180", 315_964_800), ("311299", 946_598_400), ("010100", 946_684_800),
            ("290224", 1_709_164_800), ("311279", 3_471_206_400),
        ])
    func years(date: String, seconds: Int) throws {
        // Expected values from date -u -d ... +%s.
        let rmc = try report(sentence("GPRMC,000000,A,4807.038,N,01131.000,E,,,\(date),,"))
        #expect(rmc.day == seconds / 86_400)
    }

    @Test("other sentences are no report")
    func others() throws {
        for body in ["GPGSV,1,1,00", "PGRMC,A,545.4", "GPHDT,274.07,T", "GPTXT,01,01,02,hello"] {
            #expect(try NMEAReport(NMEASentence(Array(sentence(body).utf8))) == nil)
        }
    }
}

extension NMEAReport {
    /// The fix, whatever it is worth.
    func fix(acceptingSimulated: Bool = false) -> Fix? {
        if case .fix(let fix, _) = verdict(acceptingSimulated: acceptingSimulated) {
            fix
        } else {
            nil
        }
    }
}
