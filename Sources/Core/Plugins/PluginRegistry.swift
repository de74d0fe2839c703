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
                ports: Plugin.ports(for: settings),
                claims: Plugin.claims(settings),
                commandLimits: Plugin.commandLimits(settings),
                makeRequestQueue: { AnyRequestQueue(Plugin.Request.self) },
                start: { context throws(DeviceError) in try Plugin.start(settings, context) },
                makeSafe: { system throws(DeviceError) in try Plugin.makeSafe(settings, system) })
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
    let makeRequestQueue: @Sendable () -> AnyRequestQueue
    let start: @Sendable (DriverContext) throws(DeviceError) -> any Driver
    let makeSafe: @Sendable (SystemPaths) throws(DeviceError) -> Void
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
                makeRequestQueue: { AnyRequestQueue(Plugin.Logic.Request.self) },
                makeInstance: { name, connections, requests, memory throws(ConnectionError) in
                    ConnectedPolicy<Plugin>(
                        logic: .make(settings, resuming: memory),
                        ports: try PortReader.connect(
                            Plugin.Ports.self, to: connections, policy: name),
                        requests: requests.queue(of: Plugin.Logic.Request.self))
                })
        }
    }
}

/// A policy with its settings, ready to be connected and stepped.
struct ConfiguredPolicy: Sendable {
    typealias MakeInstance =
        @Sendable (
            _ name: String, PortConnections, AnyRequestQueue, _ resuming: PolicyMemory?
        ) throws(ConnectionError) -> any PolicyInstance

    /// By the names of its outputs.
    let commandRanges: [String: [CommandRange]]
    let makeRequestQueue: @Sendable () -> AnyRequestQueue
    let makeInstance: MakeInstance
}
