import Almanac
import Testing
import Values

@Suite struct TimeOfDayTests {
    @Test(
        "times by the clock and by the sun are read, and written as they are read",
        arguments: [
            ("06:30", .clock(minute: 390), "06:30"), ("6:30", .clock(minute: 390), "06:30"),
            ("00:00", .clock(minute: 0), "00:00"), ("23:59", .clock(minute: 1439), "23:59"),
            ("sunset", .sun(.sunset, offsetMinutes: 0), "sunset"),
            ("sunset-30min", .sun(.sunset, offsetMinutes: -30), "sunset-30min"),
            ("dusk+2h", .sun(.dusk, offsetMinutes: 120), "dusk+120min"),
            ("dawn+360min", .sun(.dawn, offsetMinutes: 360), "dawn+360min"),
        ] as [(String, TimeOfDay, String)])
    func reads(text: String, time: TimeOfDay, written: String) {
        #expect(TimeOfDay(text) == time)
        #expect("\(time)" == written)
        #expect(TimeOfDay("\(time)") == time)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "24:00", "12:60", "12:5", "012:00", "-1:00", "+6:30", "12", "12:00:00", " 06:30",
            "sunset 30min", "sunset+", "sunset+30", "sunset+-30min", "sunset+361min", "sunset+7h",
            "sunset+9999999999999999999h", "sun", "noon", "６:30", "dusk+1.5h",
        ])
    func refuses(text: String) {
        #expect(TimeOfDay(text) == nil)
    }
}
