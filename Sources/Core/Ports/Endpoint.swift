import Devices

/// A driver's end of a port, whose type is known only to the two plugins that it connects.
package protocol Endpoint: AnyObject, Sendable {
    /// What it carries.
    var kind: String { get }
    var flow: PortFlow { get }

    /// The sample for `roost status`; `nil` for what is no state.
    func report(at now: Instant) -> SourceReport?

    /// Of a source: whether its driver has given a sample, or said why there is none; of what is no state, true.
    var hasSpoken: Bool { get }

    /// How long it took from that time until a source had its first good sample since; `nil` where there was none
    /// yet, and of what is no state.
    func timeToFirstSample(since start: Instant) -> Duration?

    /// Marks a source absent, empties a sink: the driver behind it is gone.
    func invalidate(because why: String, at now: Instant)

    /// What a policy does here has no effect any more, and nothing is kept for it, until it is connected
    /// again.
    func disconnect(policy: String)
}

extension Endpoint {
    package func report(at now: Instant) -> SourceReport? { nil }
    package var hasSpoken: Bool { true }
    package func timeToFirstSample(since start: Instant) -> Duration? { nil }
    package func invalidate(because why: String, at now: Instant) {}
    package func disconnect(policy: String) {}
}

extension Source: Endpoint {
    package var kind: String { Value.kind }
    package var flow: PortFlow { .state }

    package func report(at now: Instant) -> SourceReport? {
        SourceReport(latest(at: now), at: now)
    }

    package var hasSpoken: Bool { count > 0 }

    package func timeToFirstSample(since start: Instant) -> Duration? {
        firstGoodAt.map { max(.zero, $0 - start) }
    }

    package func invalidate(because why: String, at now: Instant) {
        publishAbsent(why, at: now)
        forgetFirstSample()
    }
}

extension Sink: Endpoint {
    package var kind: String { Command.kind }
    package var flow: PortFlow { .command }
}

extension EventSource: Endpoint {
    package var kind: String { Value.kind }
    package var flow: PortFlow { .eventsOut }
}

/// The ends that one plugin is connected to, by the names of its ports.
package struct PortConnections: Sendable {
    let endpoints: [String: any Endpoint]
    /// The drivers that they belong to, by the same names, for messages.
    let drivers: [String: String]

    package init(_ endpoints: [String: any Endpoint], of drivers: [String: String] = [:]) {
        self.endpoints = endpoints
        self.drivers = drivers
    }

    /// The source behind a driver's `port`. One that the driver did not declare gives a source of
    /// its own that nobody reads: a test of the conformance kit finds that.
    package func source<Value>(_ port: Port<Value>) -> Source<Value> {
        endpoints[port.name] as? Source<Value> ?? Source()
    }

    /// The sink behind a driver's `port`; an undeclared one takes commands that nobody sends.
    package func sink<Value>(_ port: Port<Value>) -> Sink<Value> {
        endpoints[port.name] as? Sink<Value> ?? Sink()
    }

    /// Where a driver tells of events.
    package func events<Value>(_ port: Port<Value>) -> EventSource<Value> {
        endpoints[port.name] as? EventSource<Value> ?? EventSource()
    }

    /// Where the requests for a driver wait; empty for ever for one that takes none.
    package var requests: any RequestQueue {
        endpoints[DriverPort.requestsName] as? any RequestQueue ?? EventQueue<NoRequest>()
    }

    /// The latest sample at `port`, as it stands at `now`.
    package func sample<Value>(_ port: Port<Value>, at now: Instant) -> Sample<Value> {
        source(port).latest(at: now)
    }

    /// Marks every source absent, empties every sink.
    func invalidate(because why: String, at now: Instant) {
        for endpoint in endpoints.values { endpoint.invalidate(because: why, at: now) }
    }

    /// Whether these are the very same ends at the same ports.
    func isSame(as other: PortConnections) -> Bool {
        endpoints.count == other.endpoints.count
            && endpoints.allSatisfy { port, endpoint in other.endpoints[port] === endpoint }
    }

    /// What the policy behind these does has no effect any more.
    func disconnect(policy: String) {
        for endpoint in endpoints.values { endpoint.disconnect(policy: policy) }
    }
}
