import Core
import Devices

extension GPIOInput {
    /// Where the events of the lines go: to the outlet of each, counted and timed.
    struct Outlet: Sendable {
        /// In the order of the lines.
        private var lines: [any LineOutlet]
        /// From the kernel's stamp of an event to its sample.
        private(set) var delays = DurationHistogram()
        private(set) var edgeCount: UInt64 = 0
        /// How often the kernel's queue was found full, where it does not say what it dropped.
        private(set) var fullQueues: UInt64 = 0

        init(_ lines: [any LineOutlet]) {
            self.lines = lines
        }

        /// When `settle` has something to do.
        var deadline: Instant? { lines.lazy.compactMap { $0.deadline }.min() }

        /// What the lines show in the status, each under its port.
        func figures(of ports: [String]) -> [Diagnostic] {
            var figures: [String: [String: JSONValue]] = [:]
            for (port, line) in zip(ports, lines) {
                for (name, value) in line.figures { figures[name, default: [:]][port] = value }
            }
            return figures.sorted { $0.key < $1.key }.map { Diagnostic($0, .object($1)) }
        }

        mutating func count(_ edges: Int, queueWasFull: Bool) {
            edgeCount += UInt64(clamping: edges)
            if queueWasFull { fullQueues += 1 }
        }

        mutating func noteLostEdges(at now: Instant) {
            for line in lines.indices { lines[line].noteLostEdges(at: now) }
        }

        mutating func publish(_ events: [Contacts.Event]) {
            for event in events { lines[event.line].take(event.contact, at: event.at) }
        }

        /// Everything until now was published.
        mutating func settle(at now: Instant) {
            for line in lines.indices { lines[line].settle(at: now) }
        }

        /// Takes note that events of the kernel's were published by `now`.
        mutating func time(_ events: [Contacts.Event], at now: Instant) {
            for event in events { delays.record(now - event.at) }
        }
    }
}
