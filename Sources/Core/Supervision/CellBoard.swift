import Devices

/// Every cell between drivers and policies. Made once; drivers come and go behind it.
struct CellBoard: Sendable {
    private let cells: [Binding: Cell]
    private let remote: RemoteDesk

    init(drivers: [DriverEntry], remote: RemoteDesk) {
        var cells: [Binding: Cell] = [:]
        for driver in drivers {
            for port in driver.ports {
                cells[Binding(driver: driver.name, port: port.name)] = port.makeCell()
            }
        }
        self.cells = cells
        self.remote = remote
    }

    /// All cells of a driver, by its ports.
    func wires(of driver: DriverEntry) -> Wires {
        var own: [String: Cell] = [:]
        for port in driver.ports {
            own[port.name] = cells[Binding(driver: driver.name, port: port.name)]
        }
        return Wires(own)
    }

    /// The cells that a policy is bound to; what is bound to nothing gets a stand-in.
    func wires(of policy: PolicyEntry) -> Wires {
        var own: [String: Cell] = [:]
        for port in policy.kind.ports {
            let bound = policy.bindings[port.name].flatMap(cell)
            own[port.name] = bound ?? port.makeUnbound()
        }
        return Wires(own)
    }

    private func cell(_ binding: Binding) -> Cell? {
        binding.driver == ConfigurationReader.remoteName
            ? remote.cell(binding.port) : cells[binding]
    }
}
