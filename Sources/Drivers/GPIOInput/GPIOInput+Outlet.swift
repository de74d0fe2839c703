import Core
import Devices

extension GPIOInput {
    /// Where the events of the lines go: published, counted and timed.
    struct Outlet: Sendable {
        private let sources: [Source<Contact>]
        /// From the kernel's stamp of an event to its sample.
        private(set) var delays = DurationHistogram()
        private(set) var edgeCount: UInt64 = 0
        /// How often the kernel's queue was found full, where it does not say what it dropped.
        private(set) var fullQueues: UInt64 = 0

        /// Three beats of the slowest may pass between two samples.
        private static let freshness = Duration.seconds(3)

        /// The lines' sources, in the order of the lines.
        init(_ sources: [Source<Contact>]) {
            self.sources = sources
            for source in sources { source.setStaleAfter(Self.freshness) }
        }

        mutating func count(_ edges: Int, queueWasFull: Bool) {
            edgeCount += UInt64(clamping: edges)
            if queueWasFull { fullQueues += 1 }
        }

        func publish(_ events: [Contacts.Event]) {
            for event in events {
                sources[event.line].publish(event.contact, at: event.at)
            }
        }

        /// Takes note that events of the kernel's were published by `now`.
        mutating func time(_ events: [Contacts.Event], at now: Instant) {
            for event in events { delays.record(now - event.at) }
        }

        func publishAbsent(_ why: String, at now: Instant) {
            for source in sources { source.publishAbsent(why, at: now) }
        }
    }
}
