import Testing
import Values

@Suite struct WallTimeTests {
    @Test("a time is written as the local clock shows it, with its offset from UTC") func text()
        throws
    {
        let berlin = try #require(
            WallTime(secondsSince1970: 1_774_746_000, secondsAheadOfUTC: 7200))
        #expect("\(berlin)" == "2026-03-29 03:00:00 +02:00")
        #expect(berlin.clockText == "03:00")
        let lima = try #require(WallTime(secondsSince1970: 59.9, secondsAheadOfUTC: -5 * 3600))
        #expect("\(lima)" == "1969-12-31 19:00:59 -05:00")
        let kathmandu = try #require(WallTime(secondsSince1970: 0, secondsAheadOfUTC: 20_700))
        #expect("\(kathmandu)" == "1970-01-01 05:45:00 +05:45")
    }

    @Test("the local day and minute are those of the offset, before 1970, too") func parts() throws
    {
        let time = try #require(WallTime(secondsSince1970: -1, secondsAheadOfUTC: 0))
        #expect((time.localDay, time.localMinute) == (-1, 1439))
        let ahead = try #require(WallTime(secondsSince1970: -1, secondsAheadOfUTC: 60))
        #expect((ahead.localDay, ahead.localMinute) == (0, 0))
    }

    /// Berlin: at 1:00 UTC on 2026-03-29 from 1 h ahead to 2, on 2026-10-25 back.
    private static let spring = ZoneChange(
        secondsSince1970: 1_774_746_000, aheadBefore: 3600, aheadAfter: 7200)
    private static let autumn = ZoneChange(
        secondsSince1970: 1_792_890_000, aheadBefore: 7200, aheadAfter: 3600)

    @Test("a time before and after the change of the clocks is shown as the clocks show it then")
    func acrossChanges() throws {
        let evening = try #require(
            WallTime(
                secondsSince1970: 1_774_731_600, secondsAheadOfUTC: 3600, nextChange: Self.spring))
        #expect(evening.clockText == "22:00")
        #expect(evening.after(.seconds(3 * 3600 + 3599)).clockText == "01:59")
        #expect(evening.after(.seconds(4 * 3600)).clockText == "03:00")
        #expect(evening.after(.seconds(8 * 3600)).after(.seconds(-8 * 3600)) == evening)
        let morning = try #require(
            WallTime(
                secondsSince1970: 1_774_746_005, secondsAheadOfUTC: 7200,
                previousChange: Self.spring
            ))
        #expect(morning.clockText == "03:00")
        #expect(morning.after(.seconds(-6)).clockText == "01:59")
        #expect("\(morning.after(.seconds(-6)))" == "2026-03-29 01:59:59 +01:00")
    }

    @Test("what the clocks will show is found, also what they skip or show twice") func shown()
        throws
    {
        let evening = try #require(
            WallTime(
                secondsSince1970: 1_774_731_600, secondsAheadOfUTC: 3600, nextChange: Self.spring))
        let midnight = evening.localSeconds + 7200
        for (hours, text) in [
            (1.5, "01:30 +01:00"), (2.5, "03:00 +02:00"), (3, "03:00 +02:00"), (6, "06:00 +02:00"),
        ] {
            let time = evening.whenItShows(midnight + hours * 3600)
            #expect("\(time)".hasSuffix("\(text.prefix(5)):00\(text.dropFirst(5))"), "\(time)")
        }
        let autumn = try #require(
            WallTime(
                secondsSince1970: 1_792_875_600, secondsAheadOfUTC: 7200, nextChange: Self.autumn))
        #expect(autumn.clockText == "23:00")
        #expect(
            "\(autumn.whenItShows(autumn.localSeconds + 3.5 * 3600))"
                == "2026-10-25 02:30:00 +02:00")
        #expect(
            "\(autumn.whenItShows(autumn.localSeconds + 4 * 3600))" == "2026-10-25 03:00:00 +01:00"
        )
    }

    @Test("an hour that is shown for the second time counts as its first end") func repeated()
        throws
    {
        let first = try #require(
            WallTime(
                secondsSince1970: 1_792_889_000, secondsAheadOfUTC: 7200, nextChange: Self.autumn))
        #expect(first.firstShown == first)
        for (later, text) in [(0.0, "02:59"), (3599, "02:59"), (3600, "03:00"), (7200, "04:00")] {
            let time = try #require(
                WallTime(
                    secondsSince1970: 1_792_890_000 + later, secondsAheadOfUTC: 3600,
                    previousChange: Self.autumn))
            #expect(time.firstShown.clockText == text, "\(later)")
        }
        let spring = try #require(
            WallTime(
                secondsSince1970: 1_774_746_005, secondsAheadOfUTC: 7200,
                previousChange: Self.spring
            ))
        #expect(spring.firstShown == spring)
    }

    @Test("changes that cannot be are refused, and those that can be are read back") func changes()
        throws
    {
        #expect(ZoneChange(secondsSince1970: .nan, aheadBefore: 0, aheadAfter: 0) == nil)
        #expect(ZoneChange(secondsSince1970: 0, aheadBefore: 86400, aheadAfter: 0) == nil)
        #expect(ZoneChange(secondsSince1970: 0, aheadBefore: 0, aheadAfter: .min) == nil)
        let time = try #require(
            WallTime(
                secondsSince1970: 1_792_889_000, secondsAheadOfUTC: 7200,
                previousChange: Self.spring, nextChange: Self.autumn))
        #expect(try roundTrip(time) == time)
        #expect(time.withoutChanges.nextChange == nil && time.withoutChanges.clockText == "02:43")
    }

    @Test("what is no time is refused: a year of five digits, a day of offset, no number")
    func refused() {
        for seconds in [253_402_300_800, -62_167_219_201, .nan, .infinity] {
            #expect(WallTime(secondsSince1970: seconds) == nil)
        }
        #expect(WallTime(secondsSince1970: 0, secondsAheadOfUTC: 86400) == nil)
        #expect(WallTime(secondsSince1970: 0, secondsAheadOfUTC: .min) == nil)
    }

    @Test("a time is read back as it was written") func json() throws {
        let time = try #require(
            WallTime(secondsSince1970: 1_792_890_000.25, secondsAheadOfUTC: 3600))
        #expect(try roundTrip(time) == time)
        #expect(throws: DecodingError.self) {
            try decode(WallTime.self, #"{"secondsSince1970": 1e300, "secondsAheadOfUTC": 0}"#)
        }
    }
}
