import Testing

@testable import Drivers

@Suite("Recorded times")
struct RecordedTimeTests {
    /// Expected values from `date -u -d ... +%s`.
    @Test(
        "a time is read to the second, its fraction and its zone",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:34:56Z", 951_827_696),
            ("2026-07-01T12:00:00Z", 1_782_907_200), ("2026-07-01T14:00:00+02:00", 1_782_907_200),
            ("2026-07-01T06:30:00-05:30", 1_782_907_200), ("2026-07-01T12:00:00", 1_782_907_200),
            ("2026-07-01T12:00:00.250Z", 1_782_907_200.25), ("1969-12-31T23:59:59Z", -1),
            ("2100-03-01T00:00:00Z", 4_107_542_400),
        ])
    func times(text: String, seconds: Double) {
        #expect(LocationReplay.secondsSince1970(text) == seconds)
    }

    @Test(
        "what is no time is refused",
        arguments: [
            "", "Z", "2026-07-01", "2026-07-01 12:00:00Z", "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
            "2026-07-00T00:00:00Z", "2026-07-32T00:00:00Z", "2026-07-01T24:00:00Z",
            "2026-07-01T12:60:00Z", "2026-07-01T12:00:61Z", "2026-07-01T12:00:00.Z",
            "2026-07-01T12:00:00+0200", "2026-07-01T12:00:00Zulu", "+026-07-01T12:00:00Z",
            "2026-07-01T12:00:00+15:00", "２026-07-01T12:00:00Z",
        ])
    func noTimes(text: String) {
        #expect(LocationReplay.secondsSince1970(text) == nil)
    }
}
