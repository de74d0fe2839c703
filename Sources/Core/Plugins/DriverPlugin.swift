import Devices

/// A kind of driver: what the configuration can name, and how one is started.
///
/// Adding one is a folder with a type that conforms to this, and a line in `AllDrivers.swift`.
package protocol DriverPlugin: Sendable {
    associatedtype Settings: PluginSettings

    /// The word in the configuration: `"driver": "ds18b20"`.
    static var name: String { get }
    /// One sentence for the reference.
    static var summary: String { get }
    /// What it gives and what it takes, for the reference.
    static var ports: [DriverPort] { get }

    /// What one with these settings gives and takes; `ports`, unless the settings name more.
    static func ports(for settings: Settings) -> [DriverPort]

    /// Starts one. Returns soon: slow work belongs on the driver's own queue or thread.
    ///
    /// - Throws: why it cannot start. `DeviceError.Kind.absent` and `.busy` are retried for ever, anything else
    ///   within the restart budget.
    static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver

    /// Brings the device to its safe state with no driver running: after a crash, from a fresh
    /// process. Must work twice in a row, and where the device is not there.
    static func makeSafe(_ settings: Settings, _ system: SystemPaths) throws(DeviceError)
}

extension DriverPlugin {
    package static func ports(for settings: Settings) -> [DriverPort] { ports }

    /// A driver that moves nothing has nothing to make safe.
    package static func makeSafe(_ settings: Settings, _ system: SystemPaths) throws(DeviceError) {}
}

/// A driver that runs. Stopping it has two steps, so that a drone has time to land.
package protocol Driver: Sendable {
    /// Begins to bring the device to its safe state. Returns at once; asking twice is asking once.
    func makeSafe()

    /// Whether the safe state is reached.
    var isSafe: Bool { get }

    /// Stops and gives everything back: threads, timers, files. Called once, after `makeSafe` and
    /// when `isSafe` or out of patience. After it returns the driver publishes nothing more.
    func close()

    /// What `roost status` shows beyond the samples.
    func diagnostics(at now: Instant) -> [Diagnostic]
}

extension Driver {
    package func makeSafe() {}
    package var isSafe: Bool { true }
    package func diagnostics(at now: Instant) -> [Diagnostic] { [] }
}

/// One line of a plugin's status.
package struct Diagnostic: Equatable, Sendable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// Where the system's files are. Tests and the simulated world put them elsewhere.
package struct SystemPaths: Equatable, Sendable {
    /// `/sys`, or the root of a simulated tree.
    package let sysfs: String
    /// `/dev`
    package let dev: String
    /// Where sockets and markers go: `/run/roost`. Relative paths of the configuration start here.
    package let runtime: String

    package init(sysfs: String = "/sys", dev: String = "/dev", runtime: String) {
        self.sysfs = sysfs
        self.dev = dev
        self.runtime = runtime
    }

    /// A path of the configuration: a relative one starts at the runtime directory.
    package func resolve(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(runtime)/\(path)"
    }
}

/// What the supervisor lends to a driver.
package struct DriverContext: Sendable {
    /// The name in the configuration, for messages.
    package let name: String
    package let scheduler: any Scheduler
    package let log: Log
    package let system: SystemPaths
    private let connections: PortConnections
    private let resources: SharedResourcePool
    private let onFailure: @Sendable (DeviceError) -> Void

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

    /// The source to publish to.
    package func source<Value>(_ port: Port<Value>) -> Source<Value> {
        connections.source(port)
    }

    /// The sink to take commands from.
    package func sink<Command>(_ port: Port<Command>) -> Sink<Command> {
        connections.sink(port)
    }

    /// What this driver has in common with others of its kind, such as the reader of their bus.
    /// The driver must hold it for as long as it needs it.
    package func shared<Resource: AnyObject & Sendable>(
        _ name: String, _ make: () -> Resource
    ) -> Resource {
        resources.resource(name, make)
    }

    /// Reports that the driver cannot go on. The supervisor closes it and starts a new one.
    /// May be called from any thread, and more than once.
    package func fail(_ fault: DeviceError) {
        onFailure(fault)
    }
}
