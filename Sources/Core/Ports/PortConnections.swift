import Values

/// The ends that one plugin is connected to, by the names of its ports.
package struct PortConnections: Sendable {
    let endpoints: [String: any Endpoint]
    /// The drivers that they belong to, by the same names, for messages.
    let drivers: [String: String]

    package init(_ endpoints: [String: any Endpoint], of drivers: [String: String] = [:]) {
        self.endpoints = endpoints
        self.drivers = drivers
    }

    /// The source behind a driver's `port`; an undeclared one gives a source of its own that nobody reads.
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

    /// Whether `end` is what stands here at `port`, and not one that was made because nothing does.
    func has(_ end: some Endpoint, at port: String) -> Bool { endpoints[port] === end }

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
