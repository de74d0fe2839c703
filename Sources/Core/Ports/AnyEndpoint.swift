import Devices

/// A source or a sink whose type is known only to the two plugins at its ends.
package struct AnyEndpoint: Sendable {
    package let kind: String
    let object: any AnyObject & Sendable
    /// The sample as text for `roost status`; `nil` for a sink.
    let describe: @Sendable (Instant) -> SourceReport?
    /// Marks a source absent and empties a sink: the driver behind it is gone.
    let invalidate: @Sendable (String, Instant) -> Void

    /// Whether the configuration connects it; `false` for what stands in for an optional input.
    let isConnected: Bool

    package init<Value>(source: Source<Value>, isConnected: Bool = true) {
        self.isConnected = isConnected
        kind = Value.kind
        object = source
        describe = { now in SourceReport(source.latest(at: now), at: now) }
        invalidate = { why, now in source.publishAbsent(why, at: now) }
    }

    package init<Value>(sink: Sink<Value>) {
        isConnected = true
        kind = Value.kind
        object = sink
        describe = { _ in nil }
        invalidate = { _, _ in sink.invalidate() }
    }
}

/// The cells that one plugin is connected to, by the names of its ports.
package struct PortConnections: Sendable {
    let cells: [String: AnyEndpoint]

    package init(_ cells: [String: AnyEndpoint]) {
        self.cells = cells
    }

    /// The source behind `port`.
    ///
    /// The wiring was checked when the configuration was read, so the type fits; a port that the
    /// plugin never declared gives a source of its own that nobody fills.
    package func source<Value>(_ port: Port<Value>) -> Source<Value> {
        cells[port.name]?.object as? Source<Value> ?? Source()
    }

    /// The sink behind `port`; an undeclared one takes commands that nobody reads.
    package func sink<Value>(_ port: Port<Value>) -> Sink<Value> {
        cells[port.name]?.object as? Sink<Value> ?? Sink()
    }

    /// Marks every source absent and empties every sink.
    func invalidate(because why: String, at now: Instant) {
        for cell in cells.values { cell.invalidate(why, now) }
    }

    /// The latest sample at `port`, as it stands at `now`.
    package func sample<Value>(_ port: Port<Value>, at now: Instant) -> Sample<Value> {
        source(port).latest(at: now)
    }

    /// The latest sample at an optional port; `nil` when the configuration connects nothing to it,
    /// which is another thing than a device that does not answer.
    package func sampleIfConnected<Value>(_ port: Port<Value>, at now: Instant) -> Sample<Value>? {
        guard let cell = cells[port.name], cell.isConnected else { return nil }
        return sample(port, at: now)
    }
}
