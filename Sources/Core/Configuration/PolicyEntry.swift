import JSON
import Settings
import Values

/// One policy that the configuration names.
package struct PolicyEntry: Sendable {
    package let name: String
    package let kind: any Policy.Type
    package let period: Duration
    /// How long a command holds that is not renewed.
    package let lease: Duration
    /// For each of the policy's ports the end it is bound to; without those bound to nothing.
    package let bindings: [String: PortAddress]
    /// Its plugin's settings, without those that every policy has.
    package let settingsAsWritten: [String: JSONValue]
    let configured: ConfiguredPolicy
    /// The policy that it only looks on at; `nil` of one that has hands of its own.
    package var shadowOf: String?
    /// The shadow whose settings it has; `nil` where it has its own.
    package var selected: String?
}

extension PolicyEntry {
    /// Those that it is connected to.
    var drivers: Set<String> { Set(bindings.values.map(\.driver)) }

    /// In their order.
    package var ports: [PolicyPort] { configured.ports }

    /// By the names of its outputs.
    package var safeCommands: [String: SafeCommand] { configured.safeCommands }

    /// Those that it commands.
    var commandedDrivers: Set<String> {
        Set(ports.filter { $0.flow == .command }.compactMap { bindings[$0.name]?.driver })
    }

    /// Its settings, for a tool that knows the plugin; `nil` when they are another plugin's.
    package func settings<Settings: PluginSettings>(as type: Settings.Type) -> Settings? {
        configured.settings as? Settings
    }

    /// This policy as the supervisor connects it, with nobody to step it but the caller: for a
    /// simulation, in time of its own. Without `memories` it remembers nothing.
    ///
    /// - Returns: the policy, and where requests for it are posted.
    /// - Throws: every port that is connected to nothing, or to something else than it carries.
    package func instance(
        in table: ConnectionTable, memories: (any PolicyMemoryStore)? = nil,
        scheduler: any Scheduler, log: Log
    ) throws(PlainError) -> (policy: any PolicyInstance, requests: any RequestQueue) {
        let requests = configured.makeRequestQueue()
        let policy = try configured.instance(
            PolicyContext(name: name, scheduler: scheduler, log: log),
            table.connections(of: self), requests, memories)
        return (policy, requests)
    }
}
