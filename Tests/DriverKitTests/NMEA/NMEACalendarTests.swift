import Testing

@testable import DriverKit

@Suite("NMEA calendar")
struct NMEACalendarTests {
    private func seconds(
        _ epochs: [(String, Int?)], startDay: Int = 0
    ) throws -> [Double] {
        let epochs = try epochs.map { (time: try #require(NMEATimeOfDay($0.0)), day: $0.1) }
        return NMEACalendar.secondsSince1970(epochs, startDay: startDay)
    }

    @Test("without dates the day is counted on at midnight")
    func midnight() throws {
        #expect(
            try seconds([("235959.5", nil), ("000000.25", nil), ("000001", nil)], startDay: 1)
                == [172_799.5, 172_800.25, 172_801])
    }

    @Test("a date is believed; what comes before the first is counted back from it")
    func dates() throws {
        #expect(
            try seconds([("235958", nil), ("000001", nil), ("000002", 10), ("000003", nil)])
                == [863_998, 864_001, 864_002, 864_003])
    }

    @Test("a date that changes at midnight is not counted twice")
    func datedMidnight() throws {
        #expect(
            try seconds([("235959", 9), ("000000", 10), ("000001", nil)])
                == [863_999, 864_000, 864_001])
    }

    @Test("a leap second runs into the next day")
    func leapSecond() throws {
        #expect(
            try seconds([("235960", 9), ("000000", 10)]) == [864_000, 864_000])
    }

    @Test("a small step back is left as it is")
    func outOfOrder() throws {
        #expect(try seconds([("120001", nil), ("120000", nil)]) == [43_201, 43_200])
    }

    @Test("decimals are cut to milliseconds and never round up into the next second")
    func decimals() {
        #expect(NMEATimeOfDay("000059.9999")?.milliseconds == 59_999)
        #expect(NMEATimeOfDay("000001.5")?.milliseconds == 1500)
        #expect(NMEATimeOfDay("000001.05")?.milliseconds == 1050)
        #expect(NMEATimeOfDay("000001.")?.milliseconds == 1000)
    }
}
