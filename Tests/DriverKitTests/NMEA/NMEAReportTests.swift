import Devices
import Testing
import TestSupport

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
            // Dead reckoning and a position typed in were not measured.
            "GPGGA,123519,4807.038,N,01131.000,E,6,08,0.9,545.4,M,,,,",
            "GPGGA,123519,4807.038,N,01131.000,E,7,08,0.9,545.4,M,,,,",
            "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,,,E",
        ])
    func noFix(body: String) throws {
        #expect(try report(sentence(body)).fix(acceptingSimulated: true) == nil)
    }

    @Test("every way to measure is a fix; a simulator's only where it is asked for")
    func qualities() throws {
        for quality in 1...5 {
            let gga = try report(sentence("GPGGA,123519,4807.038,N,01131.000,E,\(quality),,,,,,,,"))
            #expect(gga.fix() != nil, "\(quality)")
        }
        for mode in ["A", "D", "F", "P", "R"] {
            let rmc = try report(
                sentence("GPRMC,123519,A,4807.038,N,01131.000,E,,,230394,,,\(mode),V"))
            #expect(rmc.fix() != nil, "\(mode)")
        }
        let simulated = try report(sentence("GPGGA,123519,4807.038,N,01131.000,E,8,,,,,,,,"))
        #expect(simulated.fix() == nil)
        #expect(simulated.fix(acceptingSimulated: true) != nil)
    }

    @Test("an HDOP of 99 and more is how receivers say that they do not know")
    func unknownHDOP() throws {
        let gga = try report(sentence("GPGGA,123519,4807.038,N,01131.000,E,1,03,99.99,,,,,,"))
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
