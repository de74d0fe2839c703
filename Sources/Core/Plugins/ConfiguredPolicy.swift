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
    /// One that is shown what another decides on, from where its memory is: its name, that of the other.
    let makeShadow: @Sendable (String, String, PolicyMemory?, Log) -> any ShadowPolicy
}

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
            },
            makeShadow: { name, shadowed, memory, log in
                ConnectedShadow<Self>(
                    name: name, of: shadowed, logic: .make(settings, resuming: memory), log: log)
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
