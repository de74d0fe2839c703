import Almanac
import Testing
import Values

@Suite struct DailyWindowTests {
    /// A day of local time in a zone that is an hour ahead, two from and to the given seconds of UTC;
    /// minute by minute, as a clock shows it.
    private func localDay(
        from start: Double, hours: Int, isSummer: (Double) -> Bool
    ) -> [WallTime] {
        (0..<(hours * 60)).compactMap { minute in
            let seconds = start + Double(minute * 60)
            return WallTime(
                secondsSince1970: seconds, secondsAheadOfUTC: isSummer(seconds) ? 7200 : 3600)
        }
    }

    private func minutes(of window: DailyWindow, in day: [WallTime]) -> Int {
        day.count { window.minutesLeft(at: $0) != nil }
    }

    @Test("a window is half open, and goes over midnight where it ends before it begins")
    func edges() throws {
        let night = DailyWindow(startMinute: 22 * 60, endMinute: 6 * 60)
        for (minute, left) in [
            (1319, nil), (1320, 480), (1439, 361), (0, 360), (359, 1), (360, nil),
        ]
            as [(Int, Int?)]
        {
            let time = try #require(WallTime(secondsSince1970: Double(minute * 60) + 59.9))
            #expect(night.minutesLeft(at: time) == left, "\(minute)")
            #expect((night.minutesUntil(at: time) == 0) == (left != nil))
        }
        let before = try #require(WallTime(secondsSince1970: 1319 * 60))
        #expect(night.minutesUntil(at: before) == 1)
    }

    @Test("from a time to the same one is all day; no minutes are none of it") func wholeDay()
        throws
    {
        let day = DailyWindow(startMinute: 400, endMinute: 400)
        let none = DailyWindow(startMinute: 400, minutes: 0)
        for minute in 0..<1440 {
            let time = try #require(WallTime(secondsSince1970: Double(minute * 60)))
            #expect(day.minutesLeft(at: time) != nil)
            #expect(none.minutesLeft(at: time) == nil)
        }
    }

    /// The EU turns its clocks at 01:00 UTC: on 29 March 2026 from 02:00 to 03:00 CEST, and on 25
    /// October from 03:00 back to 02:00 CET (2026-03-29T01:00Z is 1774746000, 2026-10-25T01:00Z is
    /// 1792890000).
    @Test(
        "from 2 to 3 o'clock does not happen when the clocks go forward, and twice when they go back"
    )
    func summerTime() {
        let hour = DailyWindow(startMinute: 120, endMinute: 180)
        let night = DailyWindow(startMinute: 22 * 60, endMinute: 6 * 60)
        // Local midnight is 23:00 UTC the evening before in winter time, 22:00 in summer time.
        let spring = localDay(from: 1_774_738_800, hours: 23) { $0 >= 1_774_746_000 }
        let autumn = localDay(from: 1_792_879_200, hours: 25) { $0 < 1_792_890_000 }
        for day in [spring, autumn] {
            #expect(day.first?.localMinute == 0 && day.last?.localMinute == 1439)
            #expect(Set(day.map(\.localDay)).count == 1)
        }
        #expect(minutes(of: hour, in: spring) == 0)
        #expect(minutes(of: hour, in: autumn) == 120)
        #expect(minutes(of: night, in: spring) == 7 * 60)
        #expect(minutes(of: night, in: autumn) == 9 * 60)
    }
}
