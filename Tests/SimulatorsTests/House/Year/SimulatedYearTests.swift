import Testing
import Values

@testable import Simulators

/// Clocks and air through a year.
struct SimulatedYearTests {
    private let calendar = SimulatedCalendar()

    /// The last Sundays of March and October 2026 are the 29th and the 25th; of 2027 the 28th and the 31st.
    @Test("summer time comes and goes when it does")
    func summerTime() {
        func text(_ day: Int, _ hour: Int) -> String {
            calendar.time(day * 86400 + hour * 3600).description
        }
        #expect(text(0, 0) == "2026-01-01 00:00:00 +01:00")
        #expect(text(87, 1) == "2026-03-29 01:00:00 +01:00")
        #expect(text(87, 2) == "2026-03-29 03:00:00 +02:00")
        #expect(text(297, 1) == "2026-10-25 02:00:00 +02:00")
        #expect(text(297, 2) == "2026-10-25 02:00:00 +01:00")
        #expect(text(365 + 86, 2) == "2027-03-28 03:00:00 +02:00")
        #expect(text(365 + 303, 2) == "2027-10-31 02:00:00 +01:00")
    }

    /// The monthly means of Berlin: January -2 to 3 °C, July 14 to 24 °C.
    @Test("the air is as warm as it is in Berlin, coldest before sunrise and warmest at 15 h")
    func air() {
        var (lows, highs, warmest) = ([Double](), [Double](), [Int]())
        for seed in 1...8 as ClosedRange<UInt64> {
            var climate = OutdoorClimate(seed: seed)
            for day in 0..<212 {
                let hours = (0..<24).map { climate.celsius(at: day * 86400 + $0 * 3600) }
                guard day < 31 || day > 180 else { continue }
                lows.append(hours.min() ?? 0)
                highs.append(hours.max() ?? 0)
                warmest.append(hours.firstIndex(of: hours.max() ?? 0) ?? 0)
            }
        }
        func mean(_ numbers: [Double], _ isPart: (Int) -> Bool) -> Double {
            let part = numbers.indices.filter { isPart($0 % 62) }.map { numbers[$0] }
            return part.reduce(0, +) / Double(part.count)
        }
        #expect(abs(mean(lows) { $0 < 31 } + 2) < 1.5)
        #expect(abs(mean(highs) { $0 < 31 } - 3) < 1.5)
        #expect(abs(mean(lows) { $0 >= 31 } - 14) < 1.5)
        #expect(abs(mean(highs) { $0 >= 31 } - 24) < 1.5)
        // 15 h on the summer's clock is 14 h on the one that is counted by here.
        #expect(warmest.filter { [14, 15].contains($0) }.count > warmest.count * 8 / 10)
    }

    /// A part with 12 kΩ at 10 lx over 10 kΩ: 26 % at 3 lx, 46 % at 10, 69 % at 40, 95 % at 1000; parts
    /// spread from 8 to 20 kΩ.
    @Test("a photoresistor gives the shares that its data sheet lets one expect")
    func photoresistor() {
        func ratios(_ logLux: Double) -> [Double] {
            (1...60 as ClosedRange<UInt64>).map { seed in
                var part = PhotoresistorPart(seed: seed)
                return part.ratio(logLux: logLux, ageSeconds: 0)
            }
        }
        #expect(ratios(1.0986).allSatisfy { (0.16...0.38).contains($0) })
        #expect(ratios(3.6889).allSatisfy { (0.55...0.80).contains($0) })
        #expect(ratios(6.9078).allSatisfy { (0.90...0.98).contains($0) })
        // A night without moon: some are at the end of the scale, and none far from it.
        #expect(ratios(-7.6).allSatisfy { $0 < 0.02 })
        #expect(ratios(-7.6).contains(0))
    }

    @Test("light of the mains makes a photoresistor restless, and that of the sun does not")
    func flicker() {
        func spread(_ ofMains: Double) -> Double {
            var part = PhotoresistorPart(seed: 3)
            let ratios = (0..<500).map { _ in
                part.ratio(logLux: 2.3, ageSeconds: 0, ofMains: ofMains)
            }
            return (ratios.max() ?? 0) - (ratios.min() ?? 0)
        }
        #expect(spread(1) > 2 * spread(0))
    }
}
