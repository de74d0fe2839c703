import Devices

/// All kinds of plugins that this build knows.
package struct PluginRegistry: Sendable {
    package let drivers: [AnyDriverPlugin]
    package let policies: [AnyPolicyPlugin]

    package init(drivers: [AnyDriverPlugin], policies: [AnyPolicyPlugin]) {
        self.drivers = drivers
        self.policies = policies
    }
}

/// A kind of driver without its type, as the supervisor handles it.
package struct AnyDriverPlugin: Sendable {
    package let name: String
    package let summary: String
    package let ports: [DriverPort]
    /// What it can be asked for.
    package let requests: [RequestDescription]
    package let settings: @Sendable () -> [SettingDescription]
    /// The normal form of settings that were read without an error.
    let normalForm: @Sendable ([String: JSONValue]) -> [String: JSONValue]
    let configure:
        @Sendable (JSONValue, SettingPath) throws(ConfigurationErrors) -> ConfiguredDriver

    package init<Plugin: DriverPlugin>(_ plugin: Plugin.Type) {
        name = Plugin.name
        summary = Plugin.summary
        ports = Plugin.ports
        requests = Plugin.Request.declarations.map(\.description)
        settings = { SettingsReader.describe(Plugin.Settings.self) }
        normalForm = { SettingsReader.normalForm(Plugin.Settings.self, of: $0) }
        configure = { json, path throws(ConfigurationErrors) in
            let settings = try SettingsReader.read(Plugin.Settings.self, from: json, at: path)
            return ConfiguredDriver(
                settings: settings,
                ports: Plugin.ports(for: settings) + DriverPort.requests(Plugin.Request.self),
                claims: Plugin.claims(settings),
                commandLimits: Plugin.commandLimits(settings),
                isActuator: Plugin.ports(for: settings).contains { $0.flow == .command },
                start: { context throws(DeviceError) in try Plugin.start(settings, context) },
                makeSafe: { system, clock throws(DeviceError) in
                    try Plugin.makeSafe(settings, system, clock)
                })
        }
    }
}

/// A driver with its settings, ready to be started, any number of times.
struct ConfiguredDriver: Sendable {
    let settings: any PluginSettings
    let ports: [DriverPort]
    let claims: [Claim]
    /// By the names of its sinks.
    let commandLimits: [String: CommandLimits]
    /// Whether it takes commands. What it moves may stand where it hurts, so it is never given up.
    let isActuator: Bool
    let start: @Sendable (DriverContext) throws(DeviceError) -> any Driver
    let makeSafe: @Sendable (SystemPaths, any Scheduler) throws(DeviceError) -> Void
}

/// A kind of policy without its type.
package struct AnyPolicyPlugin: Sendable {
    package let name: String
    package let summary: String
    package let defaultPeriod: Duration
    package let ports: [PolicyPort]
    /// What it can be asked for.
    package let requests: [RequestDescription]
    package let settings: @Sendable () -> [SettingDescription]
    /// The normal form of settings that were read without an error.
    let normalForm: @Sendable ([String: JSONValue]) -> [String: JSONValue]
    let configure:
        @Sendable (JSONValue, SettingPath) throws(ConfigurationErrors) -> ConfiguredPolicy

    package init<Plugin: PolicyPlugin>(_ plugin: Plugin.Type) {
        name = Plugin.name
        summary = Plugin.summary
        defaultPeriod = Plugin.defaultPeriod
        ports = PortReader.describe(Plugin.Ports.self)
        requests = Plugin.Logic.Request.declarations.map(\.description)
        settings = { SettingsReader.describe(Plugin.Logic.Settings.self) }
        normalForm = { SettingsReader.normalForm(Plugin.Logic.Settings.self, of: $0) }
        configure = { json, path throws(ConfigurationErrors) in
            let settings = try SettingsReader.read(
                Plugin.Logic.Settings.self, from: json, at: path)
            return ConfiguredPolicy(
                commandRanges: Plugin.commandRanges(settings),
                conflicts: { Plugin.conflicts(settings, connected: $0) },
                makeRequestQueue: { AnyRequestQueue(Plugin.Logic.Request.self) },
                makeInstance: { context, connections, requests, memory throws(ConnectionError) in
                    ConnectedPolicy<Plugin>(
                        logic: .make(settings, resuming: memory),
                        ports: try PortReader.connect(
                            Plugin.Ports.self, to: connections, context),
                        requests: requests.queue(of: Plugin.Logic.Request.self))
                })
        }
    }

    /// One that nobody steps but its owner: for a measurement or a replay.
    package func instance(
        name: String, _ settings: JSONValue, _ connections: PortConnections,
        memories: any PolicyMemoryStore, scheduler: any Scheduler, log: Log
    ) throws -> any PolicyInstance {
        let configured = try configure(settings, SettingPath("policies.\(name)"))
        let instance = try configured.makeInstance(
            PolicyContext(name: name, scheduler: scheduler, log: log), connections,
            configured.makeRequestQueue(), memories.load(name))
        instance.saveMemory(
            with: PolicyMemoryWriter(policy: name, store: memories, scheduler: scheduler, log: log))
        return instance
    }
}

/// What the ports of a policy need to know of it.
package struct PolicyContext: Sendable {
    /// Its name in the configuration.
    let name: String
    let scheduler: any Scheduler
    let log: Log

    package init(name: String, scheduler: any Scheduler, log: Log) {
        self.name = name
        self.scheduler = scheduler
        self.log = log
    }
}

/// A policy with its settings, ready to be connected and stepped.
struct ConfiguredPolicy: Sendable {
    typealias MakeInstance =
        @Sendable (
            PolicyContext, PortConnections, AnyRequestQueue, _ resuming: PolicyMemory?
        ) throws(ConnectionError) -> any PolicyInstance

    /// By the names of its outputs.
    let commandRanges: [String: [CommandRange]]
    /// What does not go together with the ports that are connected.
    let conflicts: @Sendable (_ connected: Set<String>) -> [SettingConflict]
    let makeRequestQueue: @Sendable () -> AnyRequestQueue
    let makeInstance: MakeInstance
}
