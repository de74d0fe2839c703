import Values

/// The plugins that run and the endpoints between them; a change of the configuration replaces them as a whole.
struct RunningPlugins: Sendable {
    var drivers: DriverGroup
    var policies: [PolicyRunner]
    var table: ConnectionTable
    /// Drivers that another configuration has replaced or removed, until nothing of them is under way.
    var leaving: [ManagedDriver] = []
}

/// Makes plugins out of entries of a configuration, each in its place and idle.
struct PluginFactory: Sendable {
    let scheduler: any Scheduler
    let log: Log
    let runtime: String
    let memories: (any PolicyMemoryStore)?
    let notices: NoticeBoard
    /// Where policies ask other plugins.
    let broker: RequestBroker
    /// Whom to show the steps of a policy.
    let observer: @Sendable (PolicyEntry) -> (any StepObserver)?
    /// What drivers have in common, whichever configuration they are from.
    private let resources = SharedResourcePool()

    func driver(
        _ entry: DriverEntry, in table: ConnectionTable, of configuration: Configuration,
        cameByChange: Bool
    ) -> ManagedDriver {
        ManagedDriver(
            entry: entry,
            context: DriverContext(
                name: entry.name, scheduler: scheduler, log: log.labelled(entry.name),
                system: configuration.systemPaths(runtime: runtime),
                connections: table.connections(of: entry), resources: resources,
                onFailure: { _ in }),
            hands: hands(at: entry, in: table), restarts: configuration.general.restarts,
            cameByChange: cameByChange)
    }

    /// At the outputs of a driver that people may switch.
    func hands(at entry: DriverEntry, in table: ConnectionTable) -> [Hand] {
        guard let settings = entry.outputs.switchable else { return [] }
        return entry.switchablePorts.compactMap { port in
            Hand(
                port, of: entry, settings, at: table.connections(of: entry), scheduler: scheduler,
                log: log)
        }
    }

    /// `connectsNow`: see `PolicyRunner`.
    func policy(
        _ entry: PolicyEntry, in table: ConnectionTable, of configuration: Configuration,
        connectsNow: Bool, onTick: @escaping @Sendable (String, Instant) -> Void
    ) throws(PlainError) -> PolicyRunner {
        try PolicyRunner(
            entry: entry, connections: table.connections(of: entry), scheduler: scheduler,
            log: log, memories: memories, observer: observer(entry),
            notices: notices, broker: broker, hangs: configuration.general.restarts,
            connectsNow: connectsNow,
            onTick: onTick)
    }
}
