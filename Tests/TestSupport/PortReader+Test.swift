import Core

extension PortReader {
    /// The ports of a policy whose requests, if it sends any, go nowhere in particular.
    package static func connect<Ports: PolicyPorts>(
        _ type: Ports.Type, to connections: PortConnections, policy name: String
    ) throws(PlainError) -> Ports {
        try connect(
            type, to: connections,
            PolicyContext(
                name: name, scheduler: ManualScheduler(), log: Log(MemoryLog(), source: name)))
    }
}
