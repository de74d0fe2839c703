import Devices

/// A driver's end of a port, whose type is known only to the two plugins that it connects.
package struct AnyEndpoint: Sendable {
    package let kind: String
    package let flow: PortFlow
    /// The driver that it belongs to, for messages.
    package var driver = ""
    let object: any AnyObject & Sendable
    /// The queue with its declarations, where `flow` is `requests`.
    let requests: AnyRequestQueue?
    /// The sample as text for `roost status`; `nil` for what is no state.
    let describe: @Sendable (Instant) -> SourceReport?
    /// Marks a source absent, empties a sink: the driver behind it is gone.
    let invalidate: @Sendable (String, Instant) -> Void

    /// The port of the requests that a driver takes.
    static let requestsName = "requests"
    static let requestKind = "request"

    package init<Value>(source: Source<Value>) {
        kind = Value.kind
        flow = .state
        object = source
        describe = { now in SourceReport(source.latest(at: now), at: now) }
        invalidate = { why, now in source.publishAbsent(why, at: now) }
        requests = nil
    }

    package init<Value>(sink: Sink<Value>) {
        kind = Value.kind
        flow = .command
        object = sink
        describe = { _ in nil }
        invalidate = { _, _ in sink.invalidate() }
        requests = nil
    }

    package init<Value: DeviceValue>(events: EventSource<Value>) {
        kind = Value.kind
        flow = .eventsOut
        object = events
        describe = { _ in nil }
        invalidate = { _, _ in }
        requests = nil
    }

    /// `ManagedDriver` closes and opens the queue.
    package init(requests queue: AnyRequestQueue) {
        kind = Self.requestKind
        flow = .requests
        object = queue.object
        describe = { _ in nil }
        invalidate = { _, _ in }
        requests = queue
    }
}

/// The ends that one plugin is connected to, by the names of its ports.
package struct PortConnections: Sendable {
    let endpoints: [String: AnyEndpoint]

    package init(_ endpoints: [String: AnyEndpoint]) {
        self.endpoints = endpoints
    }

    /// The source behind a driver's `port`. One that the driver did not declare gives a source of
    /// its own that nobody reads: a test of the conformance kit finds that.
    package func source<Value>(_ port: Port<Value>) -> Source<Value> {
        endpoints[port.name]?.object as? Source<Value> ?? Source()
    }

    /// The sink behind a driver's `port`; an undeclared one takes commands that nobody sends.
    package func sink<Value>(_ port: Port<Value>) -> Sink<Value> {
        endpoints[port.name]?.object as? Sink<Value> ?? Sink()
    }

    /// Where a driver tells of events.
    package func events<Value>(_ port: Port<Value>) -> EventSource<Value> {
        endpoints[port.name]?.object as? EventSource<Value> ?? EventSource()
    }

    /// Where the requests for a driver wait; empty for ever for one that takes none.
    package var requests: AnyRequestQueue {
        endpoints[AnyEndpoint.requestsName]?.requests ?? AnyRequestQueue(NoRequest.self)
    }

    /// The latest sample at `port`, as it stands at `now`.
    package func sample<Value>(_ port: Port<Value>, at now: Instant) -> Sample<Value> {
        source(port).latest(at: now)
    }

    /// Marks every source absent, empties every sink.
    func invalidate(because why: String, at now: Instant) {
        for endpoint in endpoints.values { endpoint.invalidate(why, now) }
    }
}
