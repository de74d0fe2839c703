import Core
import DriverKit
import JSON
import LinuxIO
import Values

extension GPIOInput {
    /// Where the events of the lines go: to the publisher of each, counted and timed.
    struct Publisher: Sendable {
        /// In the order of the lines.
        private var lines: [any LinePublisher]
        /// From the kernel's stamp of an event to its sample.
        private(set) var delays = DurationHistogram()
        private(set) var edgeCount: UInt64 = 0
        /// How often the kernel's queue was found full, where it does not say what it dropped.
        private(set) var fullQueues: UInt64 = 0

        init(_ lines: [any LinePublisher]) {
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

        mutating func recordDroppedEdges(at now: Instant) {
            for line in lines.indices { lines[line].recordDroppedEdges(at: now) }
        }

        mutating func publish(_ events: [DebouncedLines.Event]) {
            for event in events { lines[event.line].receive(event.contact, at: event.at) }
        }

        /// Everything until now was published.
        mutating func settle(at now: Instant) {
            for line in lines.indices { lines[line].settle(at: now) }
        }

        /// Takes note that events of the kernel's were published by `now`.
        mutating func time(_ events: [DebouncedLines.Event], at now: Instant) {
            for event in events { delays.record(now - event.at) }
        }
    }
}

/// What `roost status` shows of contacts beyond their samples.
extension GPIOInput {
    static func diagnostics(of lines: any DigitalInputs, _ group: GPIOLineGroup) -> [Diagnostic] {
        let capabilities = lines.capabilities
        return [
            Diagnostic("lines", group.named(lines.locations)),
            Diagnostic("interface", .string(capabilities.interface)),
            Diagnostic("debounce", .string(capabilities.debounces ? "by the kernel" : "here")),
            Diagnostic("queue", capabilities.queueLength.map { .number(Double($0)) } ?? "no edges"),
        ]
    }
}

extension GPIOInput.Publisher {
    /// Edges so far, those that came while the kernel's queue was full, and how late events were
    /// told: from the kernel's stamp (after debouncing) to the sample.
    func diagnostics(of lines: any DigitalInputs) -> [Diagnostic] {
        let hasEdges = !lines.edgeDescriptors.isEmpty
        return [
            Diagnostic(
                "edges", hasEdges ? .number(Double(edgeCount)) : "not told, so the lines are polled"
            ),
            Diagnostic(
                "edges_lost",
                lines.droppedEdges.map { .number(Double($0)) } ?? "not counted by this interface"),
            Diagnostic("queue_full", .number(Double(fullQueues))),
            Diagnostic("event_delay_p50_ms", .number(delays.percentile(0.5).milliseconds)),
            Diagnostic("event_delay_p99_ms", .number(delays.percentile(0.99).milliseconds)),
            Diagnostic("event_delay_max_ms", .number(delays.max.milliseconds)),
        ]
    }
}

extension GPIOInput {
    /// What a line is, and so what becomes of its changes.
    enum Mode: String, CaseIterable, Sendable {
        /// A state: a reed switch, a light barrier.
        case contact
        /// Events: press, long press, double press.
        case button
        /// A number: a flow meter, a rain gauge.
        case counter
    }

    /// Where the changes of one line go: a pure value but for what it publishes.
    protocol LinePublisher: Sendable {
        /// When `settle` has something to do, unless the line changes before.
        var deadline: Instant? { get }
        /// What `roost status` shows of the line, by the names of diagnostics.
        var figures: [String: JSONValue] { get }

        /// Takes a level that counts, also one that has not changed.
        mutating func receive(_ contact: Contact, at time: Instant)
        /// Edges were lost: nobody knows what the line did.
        mutating func recordDroppedEdges(at now: Instant)
        /// Everything until now was taken.
        mutating func settle(at now: Instant)
    }

    /// How long a sample of a line is fresh. Three readings of the slowest may be missed.
    static let freshness = Duration.seconds(3)
}

extension GPIOInput.LinePublisher {
    var deadline: Instant? { nil }
    var figures: [String: JSONValue] { [:] }
    mutating func recordDroppedEdges(at now: Instant) {}
    mutating func settle(at now: Instant) {}
}

extension GPIOInput {
    struct ContactPublisher: LinePublisher {
        private let source: Source<Contact>

        init(_ source: Source<Contact>) {
            source.setStaleAfter(freshness)
            self.source = source
        }

        mutating func receive(_ contact: Contact, at time: Instant) {
            source.publish(contact, at: time)
        }
    }
}
