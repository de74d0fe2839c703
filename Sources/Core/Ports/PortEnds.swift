/// What a policy holds of the endpoints that it is connected to, by its ports, so that it can go on at other
/// endpoints and keep what stays.
struct PortEnds: Sendable {
    private struct End: Sendable {
        let endpoint: any Endpoint
        let value: any Sendable
        let release: @Sendable () -> Void
    }

    private var ends: [String: End] = [:]

    /// The one that `before` holds of this endpoint, or a new one that `make` makes; kept under the name of the
    /// port, with what lets it go.
    mutating func keep<Value: Sendable>(
        _ port: String, of endpoint: any Endpoint, from before: PortEnds,
        _ make: () -> (value: Value, release: @Sendable () -> Void)
    ) -> Value {
        if let end = before.ends[port], end.endpoint === endpoint, let value = end.value as? Value {
            ends[port] = end
            return value
        }
        let made = make()
        ends[port] = End(endpoint: endpoint, value: made.value, release: made.release)
        return made.value
    }

    /// Lets go of what `next` does not hold any more.
    func release(but next: PortEnds) {
        for (port, end) in ends where next.ends[port]?.endpoint !== end.endpoint { end.release() }
    }
}

/// The ports of a policy on what it is connected to.
@usableFromInline
final class ConnectedPorts<Ports: PolicyPorts>: Sendable {
    @usableFromInline let ports: Ports
    fileprivate let ends: PortEnds

    init(_ ports: Ports, _ ends: PortEnds) {
        self.ports = ports
        self.ends = ends
    }
}

extension ConnectedPorts {
    /// The same policy at other endpoints, which `PortReader.check` has found to fit: what stays connected is the
    /// very same, with what waits in it, and what does not has no effect any more.
    func moved(to connections: PortConnections, _ context: PolicyContext) -> ConnectedPorts {
        let next = PortReader.connected(Ports.self, to: connections, context, after: ends)
        ends.release(but: next.ends)
        return next
    }
}
