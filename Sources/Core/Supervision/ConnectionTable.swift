import Devices

/// Every cell between drivers and policies. Made once; drivers come and go behind it.
struct ConnectionTable: Sendable {
    private let cells: [PortAddress: AnyEndpoint]
    private let remote: RemoteDesk

    init(drivers: [DriverEntry], remote: RemoteDesk) {
        var cells: [PortAddress: AnyEndpoint] = [:]
        for driver in drivers {
            for port in driver.ports {
                cells[PortAddress(driver: driver.name, port: port.name)] = port.makeEndpoint()
            }
        }
        self.cells = cells
        self.remote = remote
    }

    /// All cells of a driver, by its ports.
    func connections(of driver: DriverEntry) -> PortConnections {
        var own: [String: AnyEndpoint] = [:]
        for port in driver.ports {
            own[port.name] = cells[PortAddress(driver: driver.name, port: port.name)]
        }
        return PortConnections(own)
    }

    /// The cells that a policy is bound to; what is bound to nothing gets a stand-in.
    func connections(of policy: PolicyEntry) -> PortConnections {
        var own: [String: AnyEndpoint] = [:]
        for port in policy.kind.ports {
            let bound = policy.bindings[port.name].flatMap(cell)
            own[port.name] = bound ?? port.makeUnconnected()
        }
        return PortConnections(own)
    }

    private func cell(_ binding: PortAddress) -> AnyEndpoint? {
        binding.driver == ConfigurationReader.remoteName
            ? remote.cell(binding.port) : cells[binding]
    }
}
