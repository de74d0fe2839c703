import JSON
import Settings
import Values

/// A policy with its settings, ready to be connected and stepped.
struct ConfiguredPolicy: Sendable {
    /// Makes one that goes on with a memory. In two parts: this one runs what the policy does to begin, which
    /// may take its time, and takes nothing from anybody.
    typealias MakeInstance = @Sendable (_ resuming: PolicyMemory?) -> ConnectInstance
    /// The other gives it its ports, and so takes them from whoever had them before. Never waits.
    typealias ConnectInstance =
        @Sendable (
            PolicyContext, PortConnections, any RequestQueue, PolicyMemoryWriter?
        ) throws(PlainError) -> any PolicyInstance

    let settings: any PluginSettings
    /// In their order.
    let ports: [PolicyPort]
    /// By the names of its outputs.
    let commandRanges: [String: [CommandRange]]
    /// Likewise.
    var safeCommands: [String: SafeCommand] = [:]
    var promptness = Promptness()
    /// What it will ask others for.
    var asks: [PlannedAsk] = []
    /// What people should look at, with the ports that are connected.
    var remarks: @Sendable (_ connected: BoundPorts) -> [String] = { _ in [] }
    /// What does not go together with the ports that are connected.
    let conflicts: @Sendable (_ connected: BoundPorts) -> [SettingConflict]
    let makeRequestQueue: @Sendable () -> any RequestQueue
    let makeInstance: MakeInstance
    /// Why one that goes on with a memory is not to begin in a service that runs; `nil` when it may.
    let obstacleToBeginning: @Sendable (_ resuming: PolicyMemory?) -> String?
    /// Why one that goes on with a memory must not begin with settings that allow more; `nil` when it may.
    let obstacleToLoosening: @Sendable (_ resuming: PolicyMemory?) -> String?
    /// One that is shown what another decides on, from where its memory is: its name, that of the other.
    let makeShadow: @Sendable (String, String, PolicyMemory?, Log) -> any ShadowPolicy
}

extension ConfiguredPolicy {
    /// One that goes on with what is in `memories`.
    ///
    /// - Throws: that a port is not connected to what it carries.
    func instance(
        _ context: PolicyContext, _ connections: PortConnections, _ requests: any RequestQueue,
        _ memories: (any PolicyMemoryStore)?
    ) throws(PlainError) -> any PolicyInstance {
        let saver = memories.map { PolicyMemorySaver($0, of: context) }
        return try makeInstance(saver?.load())(
            context, connections, requests, saver?.makeWriter())
    }
}

/// What is done with a kind of policy by those who do not know its types.
extension Policy {
    /// Its ports, in their order; where they depend on settings, those of one without any.
    package static var ports: [PolicyPort] {
        ports(for: SettingsReader.defaults(of: Settings.self))
    }

    /// Those of one with settings that were read without an error.
    package static func ports(of settings: JSONValue) -> [PolicyPort] {
        let settings = try? SettingsReader.read(
            Settings.self, from: settings, at: SettingPath(""))
        return settings.map { ports(for: $0) } ?? ports
    }

    /// What it can be asked for.
    package static var requests: [RequestDescription] {
        Request.declarations.map(\.description)
    }
    package static var settings: [SettingDescription] {
        SettingsReader.describe(Settings.self)
    }
    static var settingRules: [SettingRule] { SettingsReader.rules(of: Settings.self) }

    /// The normal form of settings that were read without an error.
    static func normalForm(of members: [String: JSONValue]) -> [String: JSONValue] {
        SettingsReader.normalForm(Settings.self, of: members)
    }

    static func configure(
        _ json: JSONValue, at path: SettingPath
    ) throws(ConfigurationErrors) -> ConfiguredPolicy {
        let settings = try SettingsReader.read(Settings.self, from: json, at: path)
        return ConfiguredPolicy(
            settings: settings, ports: ports(for: settings),
            commandRanges: commandRanges(settings), safeCommands: safeCommands(settings),
            promptness: promptness(settings), asks: asks(settings),
            remarks: { remarks(settings, connected: $0) },
            conflicts: { conflicts(settings, connected: $0) },
            makeRequestQueue: { EventQueue<Request>() },
            makeInstance: { memory in
                let resumed = Self.resumed(settings, memory)
                let policy = resumed ?? Self(settings: settings)
                let isForgotten = memory != nil && resumed == nil
                return { context, connections, requests, writer throws(PlainError) in
                    try check(settings, at: connections, of: context.name)
                    if isForgotten {
                        context.log.labelled(context.name).warning(
                            "what it remembers is of another version or another kind of policy; it begins as new"
                        )
                    }
                    return ConnectedPolicy<Self>(
                        policy, settings, connected(settings, to: connections, context),
                        requests: requests.queue(of: Request.self), writer: writer, context)
                }
            },
            obstacleToBeginning: { make(settings, resuming: $0).obstacleToBeginning },
            obstacleToLoosening: { make(settings, resuming: $0).obstacleToLoosening },
            makeShadow: { name, shadowed, memory, log in
                ConnectedShadow<Self>(
                    name: name, of: shadowed, make(settings, resuming: memory), settings, log: log)
            })
    }

    /// One that nobody steps but its owner: for a measurement or a replay.
    package static func instance(
        name: String, _ settings: JSONValue, _ connections: PortConnections,
        memories: any PolicyMemoryStore, scheduler: any Scheduler, log: Log
    ) throws -> any PolicyInstance {
        let configured = try configure(settings, at: SettingPath("policies").key(name))
        return try configured.instance(
            PolicyContext(name: name, scheduler: scheduler, log: log), connections,
            configured.makeRequestQueue(), memories)
    }
}
