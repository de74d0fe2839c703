import Almanac
import Devices

/// A year on the clocks of Berlin: the summer time of the European Union, by its rule.
package struct SimulatedCalendar: Sendable {
    /// Where the house stands.
    package static let place = Position(latitude: 52.52, longitude: 13.405) ?? .origin
    /// 1 January 2026, midnight in Berlin, in seconds since 1970.
    private static let start = 1_767_222_000

    package init() {}

    /// What a clock shows that is right, so many seconds after the begin.
    package func time(_ second: Int) -> WallTime {
        let seconds = Self.start + second
        return WallTime(
            secondsSince1970: Double(seconds), secondsAheadOfUTC: Self.secondsAhead(at: seconds))
            ?? .epoch
    }

    /// 0..<366, of the year that goes on.
    package func dayOfYear(_ second: Int) -> Double {
        let days = Double(second) / 86400
        return days.truncatingRemainder(dividingBy: 365)
    }

    /// From 1 h UTC on the last Sunday of March to that of October.
    private static func secondsAhead(at seconds: Int) -> Int {
        let year = (seconds - start) / 31_536_000
        // 2026 begins on a Thursday; in its March the 29th is the last Sunday.
        let shift = year % 7
        let march = (87 - shift) * 86400 + 7200
        let october = (297 - shift) * 86400 + 7200
        let inYear = (seconds - start) % 31_536_000
        return (march..<october).contains(inYear) ? 7200 : 3600
    }
}
