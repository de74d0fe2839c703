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

    func merging(_ others: PortEnds) -> PortEnds {
        var merged = self
        merged.ends.merge(others.ends) { own, _ in own }
        return merged
    }

    /// Lets go of what `next` does not hold any more.
    func release(but next: PortEnds) {
        for (port, end) in ends where next.ends[port]?.endpoint !== end.endpoint { end.release() }
    }
}
