import Values

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
