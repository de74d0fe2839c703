import Testing

@testable import ARDrone

/// Fed by hand: the form of a dump is that of the protocol's description of the control port.
@Suite("AR.Drone configuration: the dump")
struct ARDroneConfigDumpTests {
    private func read(_ text: String) throws -> ARDrone.ConfigDump? {
        var reader = ARDrone.ConfigDumpReader()
        return try reader.append(Array(text.utf8))
    }

    @Test("Lines end with CR, LF or both, keys are lower case, values may hold an equals sign")
    func lines() throws {
        let dump = try read(
            "GENERAL:num_version_soft = 2.3.3\r\ncontrol:outdoor=FALSE\ncontrol:trims = { 1 2 3 }\r"
                + "network:ssid = a = b\n\0")
        #expect(
            dump?.values == [
                "general:num_version_soft": "2.3.3", "control:outdoor": "FALSE",
                "control:trims": "{ 1 2 3 }", "network:ssid": "a = b",
            ])
    }

    @Test("It may come in any pieces, and nothing is a dump before its NUL")
    func pieces() throws {
        let bytes = Array("control:outdoor = TRUE\r\ncontrol:altitude_max = 3000\r\n\0".utf8)
        for size in 1...7 {
            var reader = ARDrone.ConfigDumpReader()
            var dump: ARDrone.ConfigDump?
            for start in stride(from: 0, to: bytes.count, by: size) {
                #expect(dump == nil)
                dump = try reader.append(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(dump?["control:altitude_max"] == "3000")
        }
    }

    @Test("What is no line of a dump is passed over: another client's may have been under way")
    func strangeLines() throws {
        let dump = try read("de_max = 3000\n\n[applis]\ncontrol:outdoor = TRUE\n\u{FF}\n\0behind")
        #expect(dump?.values == ["control:outdoor": "TRUE"])
    }

    @Test("A last line without an end counts")
    func lastLine() throws {
        #expect(try read("control:outdoor = TRUE\0")?["control:outdoor"] == "TRUE")
    }

    @Test("An empty dump, one without end and a line without end are refused")
    func refused() {
        #expect(throws: ARDrone.ConfigDumpError.self) { try read("\0") }
        #expect(throws: ARDrone.ConfigDumpError.self) {
            try read(String(repeating: "control:outdoor = TRUE\n", count: 3000))
        }
        #expect(throws: ARDrone.ConfigDumpError.self) {
            try read(String(repeating: "a", count: 1025))
        }
    }

    @Test("Ten megabytes are left at the first 64 kB")
    func tooMuch() {
        var reader = ARDrone.ConfigDumpReader()
        let chunk = [UInt8](repeating: 10, count: 4096)
        var taken = 0
        while taken < 10 << 20, (try? reader.append(chunk)) != nil || reader.size <= 1 << 16 {
            taken += chunk.count
        }
        #expect(taken == 1 << 16)
    }

    @Test("Values are compared as what they are")
    func comparison() {
        let cases: [(String, String, Bool)] = [
            ("0.2094", "2.0940000e-01", true), ("0.2094", "0.20944", true),
            ("0.2094", "0.349", false), ("1600", "1600", true), ("1600", "1600.0", true),
            ("1600", "3000", false), ("205520899", "205520898", false), ("TRUE", "true", true),
            ("TRUE", "FALSE", false), ("0", "0", true), ("0.2", "nan", false),
            ("My drone", "My drone", true), ("My drone", "Other", false), ("0.2", "", false),
        ]
        for (wanted, held, isSame) in cases {
            let entry = ARDrone.ConfigEntry(key: "a:b", value: wanted)
            #expect(entry.isHeld(as: held) == isSame, "\(wanted) held as \(held)")
        }
    }

    @Test("Names and ids are texts, however much they look like numbers or flags")
    func texts() {
        let cases: [(key: String, wanted: String, held: String, isSame: Bool)] = [
            ("network:ssid_single_player", "Home", "Home", true),
            ("network:ssid_single_player", "Home", "home", false),
            ("network:ssid_single_player", "007", "7", false),
            // A dump cannot show blanks at the ends.
            ("network:ssid_single_player", "Home ", "Home", true),
            ("general:ardrone_name", "1e1", "10", false),
            // Eight hexadecimal digits, in the case that the drone likes.
            ("custom:session_id", "00000010", "10", false),
            ("custom:session_id", "0a1b2c3d", "0A1B2C3D", true),
            ("network:owner_mac", "b8:27:eb:00:00:01", "B8:27:EB:00:00:01", true),
        ]
        for (key, wanted, held, isSame) in cases {
            let entry = ARDrone.ConfigEntry(key: key, value: wanted)
            #expect(entry.isHeld(as: held) == isSame, "\(key): \(wanted) held as \(held)")
        }
    }
}
