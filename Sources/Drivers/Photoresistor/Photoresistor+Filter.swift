import Devices
import Glibc

extension Photoresistor {
    /// A median against spikes, then an exponential average against flicker.
    struct Filter: Sendable {
        private let window: Int
        private let timeConstant: Duration
        private var recent: [Double] = []
        private var smoothed: (value: Double, at: Instant)?

        /// The median is taken of `window` values; of fewer at the beginning.
        init(window: Int, timeConstant: Duration) {
            self.window = max(1, window)
            self.timeConstant = timeConstant
        }

        /// Takes a value. The median shows at once when an end of the scale is reached, which the
        /// average only approaches.
        mutating func add(
            _ value: Double, at now: Instant
        ) -> (median: Double, smoothed: Double) {
            recent = recent.suffix(window - 1) + [value]
            let median = recent.sorted()[recent.count / 2]
            let average = follow(median, at: now)
            smoothed = (average, now)
            return (median, average)
        }

        /// The weight of a new value follows from the time since the last, so that a late reading
        /// counts for more: alpha = 1 - exp(-dt / tau).
        private func follow(_ target: Double, at now: Instant) -> Double {
            guard let smoothed, timeConstant > .zero else { return target }
            let elapsed = max(0, (now - smoothed.at).seconds)
            let weight = 1 - exp(-elapsed / timeConstant.seconds)
            return smoothed.value + weight * (target - smoothed.value)
        }
    }
}
