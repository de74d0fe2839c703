import Devices

/// Every end between drivers and policies. Made once; drivers come and go behind it.
package struct ConnectionTable: Sendable {
    private let endpoints: [PortAddress: any Endpoint]

    /// The ends of these drivers, with nothing in them; `now` is since when nothing has come.
    package init(drivers: [DriverEntry], at now: Instant) {
        var endpoints: [PortAddress: any Endpoint] = [:]
        for driver in drivers {
            for port in driver.ports {
                let address = PortAddress(driver: driver.name, port: port.name)
                endpoints[address] = port.makeEndpoint(now)
            }
        }
        self.endpoints = endpoints
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
