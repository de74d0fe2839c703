import Devices

/// All kinds of plugins that this build knows.
package struct PluginRegistry: Sendable {
    package let drivers: [any DriverPlugin.Type]
    package let policies: [any PolicyPlugin.Type]

    package init(drivers: [any DriverPlugin.Type], policies: [any PolicyPlugin.Type]) {
        self.drivers = drivers
        self.policies = policies
    }
}

// MARK: - Drivers

/// What is done with a kind of driver by those who do not know its types.
extension DriverPlugin {
    /// What it can be asked for.
    package static var requests: [RequestDescription] { Request.declarations.map(\.description) }
    package static var settings: [SettingDescription] { SettingsReader.describe(Settings.self) }

    /// The normal form of settings that were read without an error.
    static func normalForm(of members: [String: JSONValue]) -> [String: JSONValue] {
        SettingsReader.normalForm(Settings.self, of: members)
    }

    static func configure(
        _ json: JSONValue, at path: SettingPath
    ) throws(ConfigurationErrors) -> ConfiguredDriver {
        let settings = try SettingsReader.read(Settings.self, from: json, at: path)
        return ConfiguredDriver(
            settings: settings,
            ports: ports(for: settings) + DriverPort.requests(Request.self),
            claims: claims(settings),
            commandLimits: commandLimits(settings),
            isActuator: ports(for: settings).contains { $0.flow == .command },
            start: { context throws(DeviceError) in try start(settings, context) },
            makeSafeWithoutInstance: { system, clock throws(DeviceError) in
                try makeSafeWithoutInstance(settings, system, clock)
            },
            examine: { system, clock throws(DeviceError) in
                try examine(settings, system, clock)
            })
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
    let makeSafeWithoutInstance: @Sendable (SystemPaths, any Scheduler) throws(DeviceError) -> Void
    let examine: @Sendable (SystemPaths, any Scheduler) throws(DeviceError) -> String?
}

// MARK: - Policies

/// What is done with a kind of policy by those who do not know its types.
extension PolicyPlugin {
    package static var ports: [PolicyPort] { PortReader.describe(Ports.self) }
    /// What it can be asked for.
    package static var requests: [RequestDescription] {
        Logic.Request.declarations.map(\.description)
    }
    package static var settings: [SettingDescription] {
        SettingsReader.describe(Logic.Settings.self)
    }

    /// The normal form of settings that were read without an error.
    static func normalForm(of members: [String: JSONValue]) -> [String: JSONValue] {
        SettingsReader.normalForm(Logic.Settings.self, of: members)
    }

    static func configure(
        _ json: JSONValue, at path: SettingPath
    ) throws(ConfigurationErrors) -> ConfiguredPolicy {
        let settings = try SettingsReader.read(Logic.Settings.self, from: json, at: path)
        return ConfiguredPolicy(
            settings: settings,
            commandRanges: commandRanges(settings),
            conflicts: { conflicts(settings, connected: $0) },
            makeRequestQueue: { EventQueue<Logic.Request>() },
            makeInstance: { context, connections, requests, memories throws(PlainError) in
                ConnectedPolicy<Self>(
                    logic: .make(settings, resuming: memories?.load(context.name)),
                    ports: try PortReader.connect(Ports.self, to: connections, context),
                    requests: requests.queue(of: Logic.Request.self),
                    writer: memories.map { PolicyMemoryWriter($0, of: context) })
            })
    }

    /// One that nobody steps but its owner: for a measurement or a replay.
    package static func instance(
        name: String, _ settings: JSONValue, _ connections: PortConnections,
        memories: any PolicyMemoryStore, scheduler: any Scheduler, log: Log
    ) throws -> any PolicyInstance {
        let configured = try configure(settings, at: SettingPath("policies").key(name))
        return try configured.makeInstance(
            PolicyContext(name: name, scheduler: scheduler, log: log), connections,
            configured.makeRequestQueue(), memories)
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
            PolicyContext, PortConnections, any RequestQueue, (any PolicyMemoryStore)?
        ) throws(PlainError) -> any PolicyInstance

    let settings: any PluginSettings
    /// By the names of its outputs.
    let commandRanges: [String: [CommandRange]]
    /// What does not go together with the ports that are connected.
    let conflicts: @Sendable (_ connected: Set<String>) -> [SettingConflict]
    let makeRequestQueue: @Sendable () -> any RequestQueue
    let makeInstance: MakeInstance
}
