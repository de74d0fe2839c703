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

    /// Berlin in 2026: on 29 March and 25 October, each at 1:00 UTC.
    @Test("the last and the next change of the offset are found to the second, within a week")
    func changes() {
        let (spring, autumn) = (1_774_746_000, 1_792_890_000)
        func ahead(_ seconds: Int) -> Int {
            (spring..<autumn).contains(seconds) ? 7200 : 3600
        }
        let week = 7 * 86400
        for change in [spring, autumn] {
            for before in [1, 3600, 86400, week - 1] {
                let next = LocalZone.change(from: change - before, by: LocalZone.lookEvery, ahead)
                #expect(next?.secondsSince1970 == change, "\(before)")
                #expect(next?.aheadBefore == ahead(change - 1) && next?.aheadAfter == ahead(change))
            }
            for after in [0, 3600, 86400, week - 1] {
                let last = LocalZone.change(from: change + after, by: -LocalZone.lookEvery, ahead)
                #expect(last?.secondsSince1970 == change, "\(after)")
            }
            #expect(
                LocalZone.change(from: change - week - 1, by: LocalZone.lookEvery, ahead) == nil)
            #expect(LocalZone.change(from: change, by: LocalZone.lookEvery, ahead) == nil)
        }
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
