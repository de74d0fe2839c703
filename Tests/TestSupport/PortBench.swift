import Core
import Values

/// The inputs and outputs of a policy on endpoints, with nobody who steps it.
package final class PortBench<Kind: Policy> {
    private let settings: Kind.Settings
    private let connected: ConnectedPorts<Kind.Outputs>
    private let reader: InputReader

    /// - Throws: as a policy that is connected to these does at its start.
    package init(
        _ settings: Kind.Settings, _ endpoints: [String: any Endpoint],
        of kind: Kind.Type = Kind.self,
        scheduler: any Scheduler = ManualScheduler(), log: Log? = nil
    ) throws(PlainError) {
        let connections = PortConnections(endpoints)
        let context = PolicyContext(
            name: Kind.name, scheduler: scheduler,
            log: log ?? Log(MemoryLog(), source: Kind.name))
        try Kind.check(settings, at: connections, of: Kind.name)
        self.settings = settings
        connected = Kind.connected(settings, to: connections, context)
        reader = connected.reader(for: Kind.Request.self)
    }

    /// What a step at this time decides by.
    package func inputs(
        _ requests: [Event<Kind.Request>] = [], at now: Instant
    ) -> Kind.Inputs {
        reader.read(requests, at: now) { Kind.inputs($0, settings) }
    }

    package func deliver(_ outputs: Kind.Outputs, until expiry: Instant) {
        connected.deliver(outputs, until: expiry)
    }
}
