import Values

extension DroneNavigation {
    /// How much is heard of the aircraft: news in a second, as far as the steps can tell them apart.
    struct LinkMeter: Sendable {
        private static let window = Duration.seconds(1)

        private var begin: Instant?
        private var (steps, news) = (0, 0)
        private var last: Instant?
        /// In the last whole second: what was heard, and what could have been, once a step.
        private(set) var perSecond: (heard: Double, possible: Double)?

        /// Takes what a step found: when the latest news was taken, and whether there is none any more.
        mutating func note(_ takenAt: Instant, isLost: Bool, at now: Instant) {
            // That is another trouble, with a longer limit; what comes after it is counted again.
            guard !isLost else { return self = LinkMeter() }
            steps += 1
            if takenAt != last { news += 1 }
            last = takenAt
            guard let begin else {
                (self.begin, steps, news) = (now, 0, 0)
                return
            }
            guard now - begin >= Self.window else { return }
            let seconds = (now - begin).seconds
            perSecond = (Double(news) / seconds, Double(steps) / seconds)
            (self.begin, steps, news) = (now, 0, 0)
        }
    }
}
