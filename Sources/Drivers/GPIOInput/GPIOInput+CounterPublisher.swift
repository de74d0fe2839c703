import Core
import Settings
import Values

extension GPIOInput {
    /// The line of a counter: how many pulses there were, and how many there are in a second.
    struct CounterPublisher: LinePublisher {
        /// A number that changes all the time need not be told more often.
        private static let minInterval = Duration.milliseconds(100)
        /// One that does not change is told again, with room for a timer that comes early.
        private static let maxInterval = Duration.milliseconds(900)

        private let count: Source<Measurement>
        private let rate: Source<Measurement>
        private var counter: PulseCounter
        private var isActive: Bool
        private var lostAt: Instant?
        private var published: (at: Instant, pulses: UInt64)?

        init(
            count: Source<Measurement>, rate: Source<Measurement>, over window: Duration,
            isActive: Bool, at now: Instant
        ) {
            for source in [count, rate] { source.setStaleAfter(freshness) }
            self.count = count
            self.rate = rate
            counter = PulseCounter(window: window, at: now)
            self.isActive = isActive
        }

        mutating func receive(_ contact: Contact, at time: Instant) {
            if contact.isActive, !isActive { counter.addPulse() }
            isActive = contact.isActive
        }

        mutating func recordDroppedEdges(at now: Instant) {
            lostAt = now
        }

        mutating func settle(at now: Instant) {
            if let published {
                let wait =
                    published.pulses == counter.pulses
                    ? Self.maxInterval : Self.minInterval
                guard now - published.at >= wait else { return }
            }
            published = (now, counter.pulses)
            publish(Double(counter.pulses), .count, to: count, at: now)
            if let perSecond = counter.rate(at: now) {
                publish(perSecond, .rate, to: rate, at: now)
            }
        }

        private func publish(
            _ value: Double, _ quantity: Measurement.Quantity, to source: Source<Measurement>,
            at now: Instant
        ) {
            guard let measurement = Measurement(quantity, value) else {
                return source.publishAbsent("\(value) is no \(quantity.rawValue)", at: now)
            }
            let mayMissPulses = lostAt.map { now - $0 <= counter.window } ?? false
            source.publish(
                mayMissPulses
                    ? .doubtful(measurement, at: now, because: "edges were lost: there were more")
                    : .good(measurement, at: now))
        }
    }

    /// Counts pulses, and how many come in a second: a pure value.
    ///
    /// The count begins at 0 and never wraps: at 1 MHz it would take 285 years to the greatest number that
    /// a measurement holds.
    struct PulseCounter: Sendable {
        /// How long the rate is a mean over.
        let window: Duration
        private(set) var pulses: UInt64 = 0
        /// How many pulses there were when, a few in each window, oldest first.
        private var marks: [(at: Instant, pulses: UInt64)]

        private static let marksInWindow = 10

        init(window: Duration, at now: Instant) {
            self.window = window
            marks = [(now, 0)]
        }

        mutating func addPulse() {
            pulses += 1
        }

        /// Pulses a second over the window before `now`, or up to a tenth longer, or as much longer as
        /// nobody asked; `nil` until a whole window has passed.
        mutating func rate(at now: Instant) -> Double? {
            while marks.count > 1, now - marks[1].at >= window { marks.removeFirst() }
            guard let first = marks.first, let last = marks.last else { return nil }
            if now - last.at >= window / Self.marksInWindow { marks.append((now, pulses)) }
            let elapsed = now - first.at
            guard elapsed >= window else { return nil }
            return Double(pulses - first.pulses) / elapsed.seconds
        }
    }
}
