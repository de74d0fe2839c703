import Core
import JSON
import Settings
import Synchronization
import Values

/// Everything that a driver needs to run in a test: time moved by hand, a log that can be read,
/// ends for its ports, and what it reported as failures.
package final class DriverBench<Plugin: DriverPlugin>: Sendable {
    package let clock: ManualScheduler
    package let log = MemoryLog()
    package let connections: PortConnections
    /// What the driver is asked for.
    package var requests: any RequestQueue { connections.requests }
    package let system: SystemPaths
    /// What the drivers started on this bench have in common.
    package let resources: SharedResourcePool
    private let faults = Mutex<[DeviceError]>([])

    /// A bench whose `/sys`, `/dev` and runtime directory are below `root`, with the ports that the
    /// driver has with any settings, or those that it has with the settings of the test.
    /// One made `beside` another shares its time and what its drivers have in common.
    package init(
        _ plugin: Plugin.Type = Plugin.self, root: String = "/nonexistent",
        ports: [DriverPort]? = nil, beside other: DriverBench? = nil
    ) {
        clock = other?.clock ?? ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
        resources = other?.resources ?? SharedResourcePool()
        connections = PortConnections(
            Dictionary(
                uniqueKeysWithValues: ((ports ?? Plugin.ports)
                    + DriverPort.requests(Plugin.Request.self)).map {
                        [clock] in ($0.name, $0.makeEndpoint(clock.now))
                    }))
        system = SystemPaths(sysfs: "\(root)/sys", dev: "\(root)/dev", runtime: "\(root)/run")
    }

    /// What the driver reported through `context.fail`.
    package var reportedFaults: [DeviceError] {
        faults.withLock { $0 }
    }

    /// A context with the bench's own clock, or with real time where threads must really run.
    package func context(
        _ scheduler: (any Scheduler)? = nil, log other: (any LogOutput)? = nil
    ) -> DriverContext {
        DriverContext(
            name: "test", scheduler: scheduler ?? clock, log: Log(other ?? log, source: "test"),
            system: system, connections: connections, resources: resources,
            onFailure: { fault in self.faults.withLock { $0.append(fault) } })
    }

    /// Starts the driver with settings as they would stand in the configuration.
    package func start(
        _ json: JSONValue = [:], scheduler: (any Scheduler)? = nil
    ) throws -> any Driver {
        try Plugin.start(settings(json), context(scheduler))
    }

    package func settings(_ json: JSONValue) throws -> Plugin.Settings {
        try SettingsReader.read(Plugin.Settings.self, from: json, at: SettingPath("drivers.test"))
    }

    /// Why settings are refused; `nil` when they are not.
    package func settingsError(_ json: JSONValue) -> String? {
        do {
            _ = try settings(json)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// The latest sample at a port.
    package func sample<Value>(_ port: Port<Value>) -> Sample<Value> {
        connections.sample(port, at: clock.now)
    }
}
