import Values

/// Every end between drivers and policies. Drivers come and go behind it.
package struct ConnectionTable: Sendable {
    private let endpoints: [PortAddress: any Endpoint]

    /// The ends of these drivers, with nothing in them; `now` is since when nothing has come.
    package init(drivers: [DriverEntry], at now: Instant) {
        self.init(drivers, at: now) { _, _ in nil }
    }

    /// `kept` gives the end that stays at an address.
    private init(
        _ drivers: [DriverEntry], at now: Instant,
        _ kept: (DriverEntry, PortAddress) -> (any Endpoint)?
    ) {
        var endpoints: [PortAddress: any Endpoint] = [:]
        for driver in drivers {
            for port in driver.ports {
                let address = PortAddress(driver: driver.name, port: port.name)
                let new = port.makeEndpoint(now)
                let old = kept(driver, address)
                // With other settings a port may carry something else: a button, where it was a contact.
                endpoints[address] = old.flatMap { type(of: $0) == type(of: new) ? $0 : nil } ?? new
            }
        }
        self.endpoints = endpoints
    }

    /// The ends of `new` in the place of `old`, which these are of. Those of a driver of the same kind stay, so that
    /// nobody who is connected notices more than that it was away.
    func changed(
        from old: [DriverEntry], to new: [DriverEntry], at now: Instant
    ) -> ConnectionTable {
        let kinds = Dictionary(old.map { ($0.name, $0.kind.name) }) { first, _ in first }
        return ConnectionTable(new, at: now) { driver, address in
            kinds[driver.name] == driver.kind.name ? endpoints[address] : nil
        }
    }

    /// All ends of a driver, by its ports.
    package func connections(of driver: DriverEntry) -> PortConnections {
        var own: [String: any Endpoint] = [:]
        for port in driver.ports {
            own[port.name] = endpoints[PortAddress(driver: driver.name, port: port.name)]
        }
        return PortConnections(own)
    }

    /// The ends that a policy is connected to, by its ports.
    package func connections(of policy: PolicyEntry) -> PortConnections {
        PortConnections(
            policy.bindings.compactMapValues { endpoints[$0] },
            of: policy.bindings.mapValues(\.driver))
    }
}
