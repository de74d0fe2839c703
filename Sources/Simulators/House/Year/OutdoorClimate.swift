import Almanac
import Core
import Glibc
import Values

/// The air outside: the monthly means of a place, the coldest at sunrise and the warmest at 15 h, and
/// days that are warmer or colder than that by 4 °C, one much like the day before.
package struct OutdoorClimate: Sendable {
    /// Where nobody knows.
    private static let unknown = 10.0
    private static let warmestHour = 15.0
    private static let dayKeeps = 0.7
    private static let daySpread = 4.0

    private struct Day {
        var sunrise = 6.0
        var low = 0.0
        var high = 0.0
    }

    private let site: HouseSite
    private var generator: SeededGenerator
    private var offset: Double
    private var number = Int.min
    private var days = (before: Day(), now: Day(), next: Day())

    package init(site: HouseSite = .berlin, seed: UInt64) {
        self.site = site
        generator = SeededGenerator(seed: seed)
        offset = Self.daySpread * generator.gaussian()
    }

    /// In degrees Celsius. To be asked in the order of time.
    package mutating func celsius(at second: Int) -> Double {
        guard let air = site.air else { return Self.unknown }
        let time = site.calendar.time(second)
        if time.localDay != number { begin(time.localDay, second, air) }
        let hour = Double(time.localMinute) / 60
        let (before, now, next) = days
        if hour < now.sunrise {
            let part = (hour + 24 - Self.warmestHour) / (now.sunrise + 24 - Self.warmestHour)
            return between(before.high, now.low, part)
        }
        if hour < Self.warmestHour {
            return between(
                now.low, now.high, (hour - now.sunrise) / (Self.warmestHour - now.sunrise))
        }
        let part = (hour - Self.warmestHour) / (next.sunrise + 24 - Self.warmestHour)
        return between(now.high, next.low, part)
    }

    private func between(_ from: Double, _ to: Double, _ part: Double) -> Double {
        from + (to - from) * (1 - cos(.pi * min(1, max(0, part)))) / 2
    }

    private mutating func begin(_ day: Int, _ second: Int, _ air: MonthlyAir) {
        if number == .min {
            days.now = drawn(day, second, air)
            days.next = drawn(day + 1, second + 86400, air)
        }
        number = day
        days = (days.now, days.next, drawn(day + 1, second + 86400, air))
        if days.before.sunrise == 0 { days.before = days.now }
    }

    private mutating func drawn(_ day: Int, _ second: Int, _ air: MonthlyAir) -> Day {
        let keep = Self.dayKeeps
        offset =
            keep * offset + (1 - keep * keep).squareRoot() * Self.daySpread * generator.gaussian()
        let mean = Self.mean(site.calendar.dayOfYear(second), air.months)
        var sunrise = 6.0
        if case .from(let rise, _) = SolarDay(day, at: site.place).span(above: .sun) {
            let ahead = Double(site.calendar.time(second).secondsAheadOfUTC)
            let hours = ((rise.secondsSince1970 + ahead) / 3600).truncatingRemainder(dividingBy: 24)
            // Where the sun rises after noon, the warmest hour is as everywhere.
            sunrise = min(hours, Self.warmestHour - 1)
        }
        return Day(sunrise: sunrise, low: mean.low + offset, high: mean.high + offset)
    }

    /// Between the middles of the months.
    private static func mean(
        _ dayOfYear: Double, _ months: [(low: Double, high: Double)]
    ) -> (low: Double, high: Double) {
        let position = dayOfYear / 365 * 12 - 0.5
        let index = Int(position.rounded(.down))
        let part = position - Double(index)
        let (from, to) = (months[(index + 12) % 12], months[(index + 13) % 12])
        return (from.low + part * (to.low - from.low), from.high + part * (to.high - from.high))
    }
}
