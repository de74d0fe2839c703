/// Which ports of a policy are connected, and which of them to the same driver.
@usableFromInline
package struct BoundPorts: ExpressibleByArrayLiteral, Sendable {
    /// By the names of the ports.
    private let drivers: [String: String]

    init(_ bindings: [String: PortAddress]) {
        self.init(drivers: bindings.mapValues(\.driver))
    }

    /// By the names of the ports.
    package init(drivers: [String: String]) {
        self.drivers = drivers
    }

    /// Each to a driver of its own.
    package init(_ ports: some Sequence<String>) {
        drivers = Dictionary(ports.map { ($0, $0) }) { first, _ in first }
    }

    @usableFromInline
    package init(arrayLiteral ports: String...) {
        self.init(ports)
    }

    package var names: Set<String> { Set(drivers.keys) }

    package func contains(_ port: String) -> Bool { drivers[port] != nil }

    /// Whether both are connected to one driver.
    package func share(_ port: String, _ other: String) -> Bool {
        drivers[port].map { $0 == drivers[other] } ?? false
    }
}
