import Devices
import Testing

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
