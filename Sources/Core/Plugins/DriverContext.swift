import Values

/// What the supervisor lends to a driver.
package struct DriverContext: Sendable {
    /// The name in the configuration, for messages.
    package let name: String
    package let scheduler: any Scheduler
    package let log: Log
    package let system: SystemPaths
    let connections: PortConnections
    private let resources: SharedResourcePool
    /// Where `fail` reports to: the supervisor sets it for each instance.
    var onFailure: @Sendable (DeviceError) -> Void

    package init(
        name: String, scheduler: any Scheduler, log: Log, system: SystemPaths,
        connections: PortConnections,
        resources: SharedResourcePool, onFailure: @escaping @Sendable (DeviceError) -> Void
    ) {
        self.name = name
        self.scheduler = scheduler
        self.log = log
        self.system = system
        self.connections = connections
        self.resources = resources
        self.onFailure = onFailure
    }

    /// The source to publish to. A driver that does not declare it fails; so with the ends below.
    package func source<Value>(_ port: Port<Value>) -> Source<Value> {
        declared(connections.source(port), port.name)
    }

    /// The sink to take commands from.
    package func sink<Command>(_ port: Port<Command>) -> Sink<Command> {
        declared(connections.sink(port), port.name)
    }

    /// Where to tell of events.
    package func events<Value>(_ port: Port<Value>) -> EventSource<Value> {
        declared(connections.events(port), port.name)
    }

    /// How the fault begins of a driver that uses a port which it does not declare.
    package static let undeclaredPort = "uses a port that it does not declare: "

    /// Fails the driver where no policy can be at the other end of `end`: it would look as if it worked.
    private func declared<End: Endpoint>(_ end: End, _ port: String) -> End {
        if !connections.has(end, at: port) { failUndeclared(port) }
        return end
    }

    private func failUndeclared(_ port: String) {
        fail(DeviceError(.other, "\(Self.undeclaredPort)\(port)"))
    }

    /// The requests for this driver: drain it at each wakeup, and respond to each by its number.
    package func requests<Request: PluginRequest>(_ type: Request.Type) -> EventQueue<Request> {
        let all = connections.requests
        let queue = all.queue(of: type)
        if queue !== all { failUndeclared(DriverPort.requestsName) }
        return queue
    }

    /// What this driver has in common with others of its kind, such as the reader of their bus.
    /// The driver must hold it for as long as it needs it.
    package func shared<Resource: AnyObject & Sendable>(
        _ name: String, _ make: () -> Resource
    ) -> Resource {
        resources.resource(name, make)
    }

    /// Marks everything that this driver gives as absent, and forgets what it was told to do.
    package func invalidatePorts(because why: String, at now: Instant) {
        connections.invalidate(because: why, at: now)
    }

    /// Reports that the driver cannot go on. The supervisor closes it and starts a new one.
    /// May be called from any thread, and more than once.
    package func fail(_ fault: DeviceError) {
        onFailure(fault)
    }
}
