import Core
import DriverKit
import Glibc
import Values

extension Photoresistor {
    /// A median against spikes, then an exponential average against flicker.
    struct Filter: Sendable {
        private let window: Int
        private let timeConstantSeconds: Double
        private var recent: [ADCRatio] = []
        private var average: (value: Double, at: Instant)?

        /// The median is taken of `window` readings; of fewer at the beginning.
        init(window: Int, timeConstant: Duration) {
            self.window = max(1, window)
            timeConstantSeconds = timeConstant.seconds
        }

        /// Takes a reading and gives the median, to be judged before it is averaged.
        mutating func median(with reading: ADCRatio) -> ADCRatio {
            if recent.count == window { recent.removeFirst() }
            recent.append(reading)
            return recent.indices.first { rank(of: $0) == recent.count / 2 }.map { recent[$0] }
                ?? reading
        }

        /// How many come before this one in their order: of 9 at most, counted sooner than sorted.
        private func rank(of index: Int) -> Int {
            var rank = 0
            for other in recent.indices {
                let (left, right) = (recent[other].value, recent[index].value)
                if left < right || left == right && other < index { rank += 1 }
            }
            return rank
        }

        /// Takes a median that is beyond doubt, and gives the average.
        ///
        /// The weight of a new value follows from the time since the last, so that a late reading
        /// counts for more: alpha = 1 - exp(-dt / tau).
        mutating func average(with median: Double, at now: Instant) -> Double {
            guard let average, timeConstantSeconds > 0 else {
                self.average = (median, now)
                return median
            }
            let elapsed = max(0, now.seconds(since: average.at))
            let weight = 1 - exp(-elapsed / timeConstantSeconds)
            let value = average.value + weight * (median - average.value)
            self.average = (value, now)
            return value
        }

        /// Begins the average again: what it held is of another time, or of no light at all.
        mutating func resetAverage() {
            average = nil
        }
    }

    /// The mains that lamps nearby flicker with, at twice its frequency.
    ///
    /// A reading every 250 ms meets the same moment of the flicker each time, so no filter of
    /// readings can see it. One reading therefore is the mean of some that are spread over a whole
    /// period of the mains, in which every lamp goes through whole periods of its own.
    enum FlickerRejection: String, CaseIterable, Sendable {
        case none
        case hertz50 = "50Hz"
        case hertz60 = "60Hz"

        /// How many make a reading. A prime number: the flicker's harmonics cancel out except for
        /// its multiples, of which 5 leaves fewer than 8 would.
        var samples: Int { self == .none ? 1 : 5 }

        /// From one to the next.
        var samplePeriod: Duration {
            switch self {
            case .none: .zero
            case .hertz50: .milliseconds(20) / 5
            case .hertz60: .nanoseconds(1_000_000_000 / 60) / 5
            }
        }

        /// Takes the samples of one reading and gives their mean. Blocks for a period of the mains.
        ///
        /// It pauses between them instead of setting timers, which would wake two threads for each.
        func mean(
            _ clock: any Scheduler, of sample: () throws(DeviceError) -> ADCRatio
        ) throws(DeviceError) -> ADCRatio {
            let start = clock.now
            var sum = 0.0
            var isSaturated = false
            for taken in 0..<samples {
                // By the grid of the reading, however long a conversion takes.
                clock.sleep(for: start + samplePeriod * taken - clock.now)
                let ratio = try sample()
                sum += ratio.value
                isSaturated = isSaturated || ratio.isSaturated
            }
            return ADCRatio(value: sum / Double(samples), isSaturated: isSaturated)
        }
    }
}
