import Devices

extension DS18B20 {
    /// Rejects what the chip says in good form but cannot be true where it hangs.
    struct Plausibility: Sendable {
        struct Limits: Equatable, Sendable {
            let lowest: Temperature
            let highest: Temperature
            let celsiusPerSecond: Double
        }

        /// One step at 9 bits: what the reading may move at any speed.
        private static let stepCelsius = 0.5

        private let limits: Limits
        private var last: (value: Temperature, at: Instant)?

        init(_ limits: Limits) {
            self.limits = limits
        }

        /// Returns the temperature, or says why it is rejected.
        ///
        /// A jump is measured against the last accepted value. The longer ago that was, the more
        /// may have changed, so a true jump is believed after a while and none locks the sensor
        /// out for ever.
        mutating func accept(
            _ value: Temperature, at now: Instant
        ) throws(Rejection) -> Temperature {
            guard value >= limits.lowest, value <= limits.highest else {
                throw .outOfRange(value, lowest: limits.lowest, highest: limits.highest)
            }
            if let last {
                let elapsed = max(.zero, now - last.at)
                let allowed = Self.stepCelsius + limits.celsiusPerSecond * elapsed.seconds
                guard abs(value.celsius - last.value.celsius) <= allowed else {
                    throw .jump(from: last.value, to: value, within: elapsed)
                }
            }
            last = (value, now)
            return value
        }
    }
}
