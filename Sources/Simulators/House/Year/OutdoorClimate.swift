import Almanac
import Core
import Devices
import Glibc

/// The air outside: the monthly means of Berlin, the coldest at sunrise and the warmest at 15 h, and
/// days that are warmer or colder than that by 4 °C, one much like the day before.
package struct OutdoorClimate: Sendable {
    /// The mean lowest and highest of each month, in °C.
    private static let months: [(low: Double, high: Double)] = [
        (-2, 3), (-2, 4), (-1, 9), (4, 13), (9, 19), (12, 22), (14, 24), (14, 24), (11, 19),
        (6, 13), (2, 7), (0, 4),
    ]
    private static let warmestHour = 15.0
    private static let dayKeeps = 0.7
    private static let daySpread = 4.0

    private struct Day {
        var sunrise = 6.0
        var low = 0.0
        var high = 0.0
    }

    private let calendar = SimulatedCalendar()
    private var generator: SeededGenerator
    private var offset: Double
    private var number = Int.min
    private var days = (before: Day(), now: Day(), next: Day())

    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        offset = Self.daySpread * generator.gaussian()
    }

    /// In degrees Celsius. To be asked in the order of time.
    package mutating func celsius(at second: Int) -> Double {
        let time = calendar.time(second)
        if time.localDay != number { begin(time.localDay, second) }
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

    private mutating func begin(_ day: Int, _ second: Int) {
        if number == .min {
            days.now = drawn(day, second)
            days.next = drawn(day + 1, second + 86400)
        }
        number = day
        days = (days.now, days.next, drawn(day + 1, second + 86400))
        if days.before.sunrise == 0 { days.before = days.now }
    }

    private mutating func drawn(_ day: Int, _ second: Int) -> Day {
        let keep = Self.dayKeeps
        offset =
            keep * offset + (1 - keep * keep).squareRoot() * Self.daySpread * generator.gaussian()
        let mean = Self.mean(calendar.dayOfYear(second))
        var sunrise = 6.0
        if case .from(let rise, _) = SolarDay(day, at: SimulatedCalendar.place).span(above: .sun) {
            let hours = (rise.secondsSince1970 / 3600).truncatingRemainder(dividingBy: 24)
            sunrise = hours + Double(calendar.time(second).secondsAheadOfUTC) / 3600
        }
        return Day(sunrise: sunrise, low: mean.low + offset, high: mean.high + offset)
    }

    /// Between the middles of the months.
    private static func mean(_ dayOfYear: Double) -> (low: Double, high: Double) {
        let position = dayOfYear / 365 * 12 - 0.5
        let index = Int(position.rounded(.down))
        let part = position - Double(index)
        let (from, to) = (months[(index + 12) % 12], months[(index + 13) % 12])
        return (from.low + part * (to.low - from.low), from.high + part * (to.high - from.high))
    }
}
