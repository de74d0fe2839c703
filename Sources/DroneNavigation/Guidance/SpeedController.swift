import Values

extension DroneNavigation {
    /// Holds a speed over ground with the forward stick: proportional and integral, for an aircraft
    /// whose speed follows its tilt with a time constant of some 1.7 s.
    struct SpeedController: Sendable {
        /// Shares of the stick for each metre per second too slow, at once and for each second.
        private static let gain = 0.05
        private static let gainPerSecond = 0.05
        private static let maxStep = 0.5

        private var share: Double
        private var last: Instant

        init(_ metresPerSecond: Double, at now: Instant) {
            share = Self.gain * metresPerSecond
            last = now
        }

        /// The stick for a wanted speed at the measured one, 0 to `most`.
        mutating func stick(
            for wanted: Double, measured: Double, most: Double, at now: Instant
        ) -> Double {
            guard measured.isFinite else { return 0 }
            let seconds = min(max(0, (now - last).seconds), Self.maxStep)
            last = now
            let missing = wanted - measured
            share = min(most, max(0, share + Self.gainPerSecond * missing * seconds))
            return min(most, max(0, share + Self.gain * missing))
        }
    }
}
