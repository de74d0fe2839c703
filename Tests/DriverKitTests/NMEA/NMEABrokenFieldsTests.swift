import TestSupport
import Testing

@testable import DriverKit

@Suite("NMEA sentences with a right checksum and wrong content")
struct NMEABrokenFieldsTests {
    private func expect(_ body: String, _ reason: String) {
        #expect(throws: NMEAError(reason), "\(body)") {
            try NMEAReport(NMEASentence(Array(sentence(body).utf8)))
        }
    }

    @Test(
        "coordinates that are no place are refused",
        arguments: [
            ("4860.000,N,01131.000,E", "not a valid latitude: \"4860.000,N\""),
            ("4807.038,N,01160.000,E", "not a valid longitude: \"01160.000,E\""),
            ("9000.001,N,01131.000,E", "latitude over 90 or longitude over 180 degrees"),
            ("4807.038,N,18000.001,W", "latitude over 90 or longitude over 180 degrees"),
            ("4807.038,X,01131.000,E", "not a valid latitude: \"4807.038,X\""),
            ("4807.038,E,01131.000,N", "not a valid latitude: \"4807.038,E\""),
            ("807.038,N,01131.000,E", "not a valid latitude: \"807.038,N\""),
            ("4807.038,N,1131.000,E", "not a valid longitude: \"1131.000,E\""),
            ("-807.038,N,01131.000,E", "not a valid latitude: \"-807.038,N\""),
            ("48-7.038,N,01131.000,E", "not a valid latitude: \"48-7.038,N\""),
            ("4807.0.8,N,01131.000,E", "not a valid latitude: \"4807.0.8,N\""),
            ("nan,N,01131.000,E", "not a valid latitude: \"nan,N\""),
            ("48inf,N,01131.000,E", "not a valid latitude: \"48inf,N\""),
            ("480x7p1,N,01131.000,E", "not a valid latitude: \"480x7p1,N\""),
            ("4807.038,,01131.000,E", "latitude and hemisphere, one of them is empty"),
            (",N,01131.000,E", "latitude and hemisphere, one of them is empty"),
            (",,01131.000,E", "half a position, one of latitude and longitude is empty"),
            (",,,", "a fix without a position"),
        ])
    func coordinates(place: String, reason: String) {
        expect("GPGGA,123519,\(place),1,08,0.9,545.4,M,46.9,M,,", "GGA: \(reason)")
    }

    @Test(
        "the extreme places are places",
        arguments: ["9000.000,N,18000.000,E", "9000.000,S,18000.000,W", "0000.000,S,00000.000,W"])
    func extremes(place: String) throws {
        let line = sentence("GPGGA,123519,\(place),1,08,0.9,545.4,M,46.9,M,,")
        #expect(try NMEAReport(NMEASentence(Array(line.utf8)))?.fix() != nil)
    }

    @Test(
        "times that no clock shows are refused",
        arguments: [
            "240000", "236000", "235961", "12351", "1235190", "123519.x", "12:35:19", "-23519",
            "123519.5.5",
        ])
    func times(time: String) {
        expect(
            "GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
            "GGA: not a valid time: \"\(time)\"")
    }

    @Test("a fix without a time is refused: it belongs to no epoch")
    func noTime() {
        expect("GPGGA,,4807.038,N,01131.000,E,1,08,0.9,545.4,M,,,,", "GGA: a fix without a time")
    }

    @Test(
        "figures out of range, in words or in another unit are refused",
        arguments: [
            ("9,08,0.9,545.4,M", "not a valid quality: \"9\""),
            ("-1,08,0.9,545.4,M", "not a valid quality: \"-1\""),
            ("1,256,0.9,545.4,M", "not a valid number of satellites: \"256\""),
            ("1,8.5,0.9,545.4,M", "not a valid number of satellites: \"8.5\""),
            ("1,08,nan,545.4,M", "not a valid HDOP: \"nan\""),
            ("1,08,-0.9,545.4,M", "not a valid HDOP: \"-0.9\""),
            ("1,08,0.9,inf,M", "not a valid altitude: \"inf\""),
            ("1,08,0.9,1e3,M", "not a valid altitude: \"1e3\""),
            ("1,08,0.9,50000.1,M", "not a valid altitude: \"50000.1\""),
            ("1,08,0.9,545.4,f", "altitude in \"f\" instead of \"M\""),
        ])
    func figures(rest: String, reason: String) {
        expect("GPGGA,123519,4807.038,N,01131.000,E,\(rest),46.9,M,,", "GGA: \(reason)")
    }

    @Test(
        "a broken RMC is refused",
        arguments: [
            ("B,022.4,084.4,230394,,", "not a valid status: \"B\""),
            ("A,-22.4,084.4,230394,,", "not a valid speed: \"-22.4\""),
            // 1167 knots are 600.4 m/s.
            ("A,1167,084.4,230394,,", "not a valid speed: \"1167\""),
            ("A,022.4,360.1,230394,,", "not a valid course: \"360.1\""),
            ("A,022.4,-84.4,230394,,", "not a valid course: \"-84.4\""),
            ("A,022.4,084.4,300294,,", "not a valid date: \"300294\""),
            ("A,022.4,084.4,231394,,", "not a valid date: \"231394\""),
            ("A,022.4,084.4,000394,,", "not a valid date: \"000394\""),
            ("A,022.4,084.4,23031994,,", "not a valid date: \"23031994\""),
            ("A,022.4,084.4,230394,,,Q", "not a valid mode: \"Q\""),
        ])
    func rmc(content: String, reason: String) {
        let parts = content.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        expect(
            "GPRMC,123519,\(parts[0]),4807.038,N,01131.000,E,\(parts[1])", "RMC: \(reason)")
    }

    @Test("a broken VTG is refused")
    func vtg() {
        expect("GPVTG,054.7,M,,,005.5,N,010.2,K", "VTG: course in \"M\" instead of \"T\"")
        expect("GPVTG,054.7,T,,,005.5,K,010.2,N", "VTG: speed in \"K\" instead of \"N\"")
        expect("GPVTG,400,T,,,005.5,N,010.2,K", "VTG: not a valid course: \"400\"")
    }

    @Test("a sentence that ends too early is refused")
    func short() {
        expect("GPGGA,123519,4807.038,N", "GGA with 3 fields; it has at least 10")
        expect("GPRMC,123519,A", "RMC with 2 fields; it has at least 9")
        expect("GPVTG", "VTG with 0 fields; it has at least 8")
    }
}
