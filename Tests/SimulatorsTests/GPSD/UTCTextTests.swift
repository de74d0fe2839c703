import Testing

@testable import Simulators

@Suite struct UTCTextTests {
    // Expected: `date -u -d @SECONDS +%FT%T.%3NZ`.
    @Test(
        "a time is written as gpsd writes it",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
            (1_777_636_800.25, "2026-05-01T12:00:00.250Z"),
            (1_777_636_799.9996, "2026-05-01T12:00:00.000Z"),
            (1_777_636_800.1, "2026-05-01T12:00:00.100Z"), (-0.25, "1969-12-31T23:59:59.750Z"),
            (-62_167_219_200, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799, "9999-12-31T23:59:59.000Z"),
        ] as [(Double, String)])
    func text(seconds: Double, expected: String) {
        #expect(utcText(secondsSince1970: seconds) == expected)
    }

    @Test(
        "a time that has no such text has none",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, 253_402_300_800, -62_167_219_201])
    func none(seconds: Double) {
        #expect(utcText(secondsSince1970: seconds) == nil)
    }
}
