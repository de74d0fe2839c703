import Glibc
import Testing

@testable import LinuxIO

@Suite struct ClockReadingTests {
    @Test("the kernel is asked for the time, and neither clock stands still") func reads() throws {
        let before = time(nil)
        let first = try ClockReading.now()
        let second = try ClockReading.now()
        #expect((Double(before)...Double(before + 60)).contains(first.secondsSince1970))
        #expect(second.secondsSinceBoot > first.secondsSinceBoot)
        #expect(abs(first.zone.secondsAheadOfUTC) <= 14 * 3600)
        #expect(!first.zone.name.isEmpty)
    }

    /// glibc takes UTC for a zone that it does not find, with the first letters as its name.
    @Test(
        "a zone without a file is unknown; a rule needs none",
        arguments: [
            ("Europe/Berlin", nil), (":Europe/Berlin", nil), ("UTC", nil), ("", nil),
            ("CET-1CEST,M3.5.0,M10.5.0/3", nil), ("Foo/Bar", "Foo/Bar"),
            (":Etc/GMT+77", "Etc/GMT+77"),
            ("/etc/zone", "/etc/zone"), ("Berlin", "Berlin"),
        ] as [(String, String?)])
    func zones(name: String, unknown: String?) {
        let found = LocalZone.unknownZone(name) { $0 == "/usr/share/zoneinfo/Europe/Berlin" }
        #expect(found == unknown)
    }
}
