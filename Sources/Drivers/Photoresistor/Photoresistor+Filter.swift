import Devices
import Glibc

extension Photoresistor {
    /// A median against spikes, then an exponential average against flicker.
    struct Filter: Sendable {
        private let window: Int
        private let timeConstant: Duration
        private var recent: [Reading] = []
        private var average: (value: Double, at: Instant)?

        /// The median is taken of `window` readings; of fewer at the beginning.
        init(window: Int, timeConstant: Duration) {
            self.window = max(1, window)
            self.timeConstant = timeConstant
        }

        /// Takes a reading and gives the median, to be judged before it is averaged.
        mutating func median(with reading: Reading) -> Reading {
            recent = recent.suffix(window - 1) + [reading]
            return recent.sorted { $0.ratio < $1.ratio }[recent.count / 2]
        }

        /// Takes a median that is beyond doubt, and gives the average.
        ///
        /// The weight of a new value follows from the time since the last, so that a late reading
        /// counts for more: alpha = 1 - exp(-dt / tau).
        mutating func average(with median: Double, at now: Instant) -> Double {
            guard let average, timeConstant > .zero else {
                self.average = (median, now)
                return median
            }
            let elapsed = max(0, (now - average.at).seconds)
            let weight = 1 - exp(-elapsed / timeConstant.seconds)
            let value = average.value + weight * (median - average.value)
            self.average = (value, now)
            return value
        }

        /// Begins the average again: what it held is of another time, or of no light at all.
        mutating func resetAverage() {
            average = nil
        }
    }
}
