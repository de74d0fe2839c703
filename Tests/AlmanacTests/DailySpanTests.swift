import Almanac
import Testing
import Values

@Suite struct DailySpanTests {
    /// 52.52 N 13.405 E. On 2026-03-20 the sun sets at 17:19.5 UTC and civil twilight ends at 17:53.6; on
    /// 06-21 they are 19:33.3 and 20:23.5, and the sun rises at 02:43.1; on 12-21 it rises at 07:14.9 and
    /// sets at 14:54.0 (NOAA's full form, computed apart from this code).
    private static let berlin = Position(latitude: 52.52, longitude: 13.405)
    private static let (march, june, december) = (20532, 20625, 20808)

    private func time(_ day: Int, _ hour: Int, _ minute: Int) throws -> WallTime {
        let seconds = Double(day) * 86400 + Double(hour * 60 + minute) * 60
        return try #require(WallTime(secondsSince1970: seconds))
    }

    private func isWithin(
        _ from: String, _ to: String, _ time: WallTime, at place: Position? = berlin
    ) throws -> Bool {
        let span = DailySpan(from: try #require(TimeOfDay(from)), to: try #require(TimeOfDay(to)))
        return span.window(at: time, try #require(place)).minutesLeft(at: time) != nil
    }

    @Test("a night by the sun begins and ends with the minute, on either side of midnight")
    func night() throws {
        for (hour, minute, expected) in [
            (17, 48, false), (17, 51, true), (23, 59, true), (0, 0, true), (5, 5, true),
            (5, 13, false), (12, 0, false),
        ] {
            let time = try time(Self.march, hour, minute)
            #expect(try isWithin("sunset+30min", "sunrise", time) == expected, "\(hour):\(minute)")
        }
    }

    @Test("a day by the sun is what its night is not") func day() throws {
        for minute in stride(from: 0, to: 1440, by: 7) {
            let time = try time(Self.june, minute / 60, minute % 60)
            #expect(
                try isWithin("sunrise", "sunset", time) != isWithin("sunset", "sunrise", time))
        }
    }

    @Test("from a time of the clock to one of the sun, and the other way round") func mixed() throws
    {
        #expect(try isWithin("sunset", "22:00", time(Self.december, 20, 0)))
        #expect(try !isWithin("sunset", "22:00", time(Self.december, 22, 0)))
        #expect(try isWithin("20:00", "sunrise", time(Self.december, 7, 13)))
        #expect(try !isWithin("20:00", "sunrise", time(Self.december, 7, 17)))
        #expect(try isWithin("sunset", "06:30", time(Self.december, 6, 29)))
    }

    /// The sun sets at 19:33: from then to 19:00 would be all day but for half an hour.
    @Test("an end that the sun has overtaken makes it empty, not almost all day") func overtaken()
        throws
    {
        for minute in 0..<1440 {
            let time = try time(Self.june, minute / 60, minute % 60)
            #expect(try !isWithin("sunset", "19:00", time))
            #expect(try !isWithin("04:00", "sunrise", time))
            // The night has 7 h 10 min.
            #expect(try !isWithin("sunset+4h", "sunrise-4h", time))
        }
    }

    /// 69.65 N: no sunset on 06-21, no sunrise on 12-21, and civil twilight from 08:31.2 to 12:53.2 then.
    @Test("where the sun does not set there is no night, where it does not rise it is all night")
    func polar() throws {
        let tromso = Position(latitude: 69.65, longitude: 18.96)
        for minute in stride(from: 0, to: 1440, by: 5) {
            let summer = try time(Self.june, minute / 60, minute % 60)
            let winter = try time(Self.december, minute / 60, minute % 60)
            #expect(try !isWithin("sunset", "sunrise", summer, at: tromso))
            #expect(try isWithin("sunset", "sunrise", winter, at: tromso))
            let isTwilight = (511...773).contains(minute)
            let isNight = try isWithin("dusk", "dawn", winter, at: tromso)
            if ![511, 773].contains(where: { abs($0 - minute) < 3 }) {
                #expect(isNight != isTwilight)
            }
        }
    }
}
