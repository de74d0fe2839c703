import Values

extension DroneNavigation {
    /// How late steps come: the longest time between two of them, against the mean, in the last whole second.
    struct TickMeter: Sendable {
        private static let window = Duration.seconds(1)

        private var (begin, last): (Instant?, Instant?)
        private var steps = 0
        private var longest = Duration.zero
        /// `nil` before the first second is over.
        private(set) var lateness: Duration?

        mutating func note(at now: Instant) {
            guard let begin, let last else { return self.begin(at: now) }
            steps += 1
            longest = max(longest, now - last)
            self.last = now
            guard now - begin >= Self.window else { return }
            lateness = longest - (now - begin) / steps
            self.begin(at: now)
        }

        private mutating func begin(at now: Instant) {
            (begin, last, steps, longest) = (now, now, 0, .zero)
        }
    }
}
