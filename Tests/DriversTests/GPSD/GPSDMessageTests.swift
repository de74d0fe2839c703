import Testing
import Values

@testable import Drivers

/// The texts are those of `gpsd_json(5)` and of a recorded gpsd 3.22.
@Suite("gpsd messages")
struct GPSDMessageTests {
    private func parse(_ text: String) throws(GPSD.MessageError) -> GPSD.Message {
        try GPSD.Message(line: Array(text.utf8))
    }

    private func fix(_ attributes: String) throws -> Fix? {
        let text = #"{"class":"TPV","mode":3,"lat":47.5,"lon":8.5\#(attributes)}"#
        guard case .tpv(let report) = try parse(text) else { return nil }
        return report.fix
    }

    @Test("the banner tells the release and the protocol")
    func banner() throws {
        let text =
            #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
        #expect(try parse(text) == .version(release: "3.22", protocolMajor: 3))
    }

    @Test("a three-dimensional fix comes with everything that is in it")
    func threeDimensional() throws {
        let text = """
            {"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-07-01T12:00:00.000Z",\
            "lat":47.5,"lon":8.5,"altHAE":455.1,"altMSL":408.5,"track":90.5,"speed":1.286,\
            "eph":3.2,"climb":0.1}
            """
        guard case .tpv(let report) = try parse(text) else { throw GPSD.MessageError("no TPV") }
        #expect(report.device == "/dev/ttyACM0")
        #expect(report.time == "2026-07-01T12:00:00.000Z")
        let position = try #require(Position(latitude: 47.5, longitude: 8.5))
        #expect(
            report.fix
                == Fix(
                    position: position,
                    altitudeMetres: 408.5, horizontalErrorMetres: 3.2,
                    speedMetresPerSecond: 1.286, course: .degrees(90.5)))
    }

    @Test("a two-dimensional fix has no altitude, even if one is in the report")
    func twoDimensional() throws {
        let text = #"{"class":"TPV","mode":2,"lat":47.5,"lon":8.5,"altMSL":408.5}"#
        guard case .tpv(let report) = try parse(text) else { throw GPSD.MessageError("no TPV") }
        #expect(report.fix != nil)
        #expect(report.fix?.altitudeMetres == nil)
    }

    @Test("modes 0 and 1 are no fix, whatever position they repeat", arguments: [0, 1])
    func noFix(mode: Int) throws {
        let text = #"{"class":"TPV","mode":\#(mode),"lat":47.5,"lon":8.5}"#
        guard case .tpv(let report) = try parse(text) else { throw GPSD.MessageError("no TPV") }
        #expect(report.fix == nil)
    }

    @Test("the old name of the altitude still counts, and two axes make one error")
    func alternatives() throws {
        #expect(try fix(#","alt":400"#)?.altitudeMetres == 400)
        #expect(try fix(#","epx":3,"epy":4"#)?.horizontalErrorMetres == 5)
    }

    @Test(
        "an optional attribute that is out of range or no number is left out",
        arguments: [
            #","altMSL":1e9"#, #","altMSL":"high""#, #","speed":-1"#, #","speed":601"#,
            #","track":361"#, #","track":-1"#, #","eph":-2"#, #","eph":null"#,
        ])
    func optionalOutOfRange(attribute: String) throws {
        let position = try #require(Position(latitude: 47.5, longitude: 8.5))
        #expect(try fix(attribute) == Fix(position: position))
    }

    @Test(
        "a report whose mode or position cannot be believed is refused as a whole",
        arguments: [
            #"{"class":"TPV"}"#, #"{"class":"TPV","mode":4,"lat":1,"lon":1}"#,
            #"{"class":"TPV","mode":2.5,"lat":1,"lon":1}"#,
            #"{"class":"TPV","mode":"3","lat":1,"lon":1}"#, #"{"class":"TPV","mode":3}"#,
            #"{"class":"TPV","mode":3,"lat":90.1,"lon":1}"#,
            #"{"class":"TPV","mode":3,"lat":1,"lon":-181}"#,
            #"{"class":"TPV","mode":3,"lat":"1","lon":1}"#,
            #"{"class":"TPV","mode":3,"lat":1e999,"lon":1}"#,
            #"{"class":"TPV","mode":3,"lat":nan,"lon":1}"#,
        ])
    func unbelievable(text: String) {
        #expect(throws: GPSD.MessageError.self) { try self.parse(text) }
    }

    @Test(
        "what is no gpsd object is refused",
        arguments: [
            "", "{", #"{"class":"TPV","mode":3,"lat":47.12345"#, "[]", "3", "null",
            #"{"class":3}"#, #"{"mode":3}"#, "\u{0}\u{1}", #"{"class":"DEVICE"}"#,
            #"{"class":"VERSION"}"#, String(repeating: "[", count: 10000),
        ])
    func broken(text: String) {
        #expect(throws: GPSD.MessageError.self) { try self.parse(text) }
    }

    @Test("a sky gives dilution and satellites used, counted if need be")
    func sky() throws {
        #expect(
            try parse(#"{"class":"SKY","hdop":0.9,"nSat":12,"uSat":7}"#)
                == .sky(GPSD.SkyReport(hdop: 0.9, satellitesUsed: 7)))
        #expect(
            try parse(
                #"{"class":"SKY","satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false}]}"#)
                == .sky(GPSD.SkyReport(satellitesUsed: 1)))
        #expect(try parse(#"{"class":"SKY","hdop":99.99}"#) == .sky(GPSD.SkyReport()))
    }

    @Test("an attitude gives its true heading, never the magnetic one")
    func attitude() throws {
        #expect(
            try parse(#"{"class":"ATT","heading":270.5}"#)
                == .attitude(trueHeadingDegrees: 270.5, device: nil))
        #expect(
            try parse(#"{"class":"ATT","mheading":12}"#)
                == .attitude(trueHeadingDegrees: nil, device: nil))
        #expect(
            try parse(#"{"class":"ATT","heading":400}"#)
                == .attitude(trueHeadingDegrees: nil, device: nil))
    }

    @Test("devices come and go")
    func devices() throws {
        #expect(
            try parse(#"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a"}]}"#)
                == .devices(["/dev/a"]))
        #expect(
            try parse(#"{"class":"DEVICE","path":"/dev/a","activated":"2026-01-01T00:00:00Z"}"#)
                == .device(path: "/dev/a", isActive: true))
        #expect(
            try parse(#"{"class":"DEVICE","path":"/dev/a","activated":0}"#)
                == .device(path: "/dev/a", isActive: false))
    }

    @Test("classes that do not matter here are passed over")
    func others() throws {
        #expect(try parse(#"{"class":"PPS","device":"/dev/pps0"}"#) == .other)
    }
}
