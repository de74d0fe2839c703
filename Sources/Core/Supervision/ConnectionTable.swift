import Devices

/// Every end between drivers and policies. Made once; drivers come and go behind it.
struct ConnectionTable: Sendable {
    private let endpoints: [PortAddress: AnyEndpoint]

    /// The ends of these drivers, with nothing in them; `now` is since when nothing has come.
    init(drivers: [DriverEntry], at now: Instant) {
        var endpoints: [PortAddress: AnyEndpoint] = [:]
        for driver in drivers {
            for port in driver.ports {
                var endpoint = port.makeEndpoint(now)
                endpoint.driver = driver.name
                endpoints[PortAddress(driver: driver.name, port: port.name)] = endpoint
            }
        }
        self.endpoints = endpoints
    }

    /// All ends of a driver, by its ports.
    func connections(of driver: DriverEntry) -> PortConnections {
        var own: [String: AnyEndpoint] = [:]
        for port in driver.ports {
            own[port.name] = endpoints[PortAddress(driver: driver.name, port: port.name)]
        }
        return PortConnections(own)
    }

    /// The ends that a policy is connected to, by its ports.
    func connections(of policy: PolicyEntry) -> PortConnections {
        PortConnections(policy.bindings.compactMapValues { endpoints[$0] })
    }
}
