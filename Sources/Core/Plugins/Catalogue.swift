import Devices

/// All kinds of plugins that this build knows.
package struct Catalogue: Sendable {
    package let drivers: [DriverKind]
    package let policies: [PolicyKind]

    package init(drivers: [DriverKind], policies: [PolicyKind]) {
        self.drivers = drivers
        self.policies = policies
    }
}

/// A kind of driver without its type, as the supervisor handles it.
package struct DriverKind: Sendable {
    package let name: String
    package let summary: String
    package let ports: [DriverPort]
    package let settings: @Sendable () -> [SettingDescription]
    let configure: @Sendable (JSONValue, SettingPath) throws(ConfigProblems) -> ConfiguredDriver

    package init<Plugin: DriverPlugin>(_ plugin: Plugin.Type) {
        name = Plugin.name
        summary = Plugin.summary
        ports = Plugin.ports
        settings = { SettingsReader.describe(Plugin.Settings.self) }
        configure = { json, path throws(ConfigProblems) in
            let settings = try SettingsReader.read(Plugin.Settings.self, from: json, at: path)
            return ConfiguredDriver(
                settings: settings,
                ports: Plugin.ports(for: settings),
                start: { context throws(Fault) in try Plugin.start(settings, context) },
                makeSafe: { system throws(Fault) in try Plugin.makeSafe(settings, system) })
        }
    }
}

/// A driver with its settings, ready to be started, any number of times.
struct ConfiguredDriver: Sendable {
    let settings: any PluginSettings
    let ports: [DriverPort]
    let start: @Sendable (DriverContext) throws(Fault) -> any Driver
    let makeSafe: @Sendable (SystemPaths) throws(Fault) -> Void
}

/// A kind of policy without its type.
package struct PolicyKind: Sendable {
    package let name: String
    package let summary: String
    package let defaultPeriod: Duration
    package let ports: [PolicyPort]
    package let settings: @Sendable () -> [SettingDescription]
    let configure: @Sendable (JSONValue, SettingPath) throws(ConfigProblems) -> ConfiguredPolicy

    package init<Plugin: PolicyPlugin>(_ plugin: Plugin.Type) {
        name = Plugin.name
        summary = Plugin.summary
        defaultPeriod = Plugin.defaultPeriod
        ports = Plugin.ports
        settings = { SettingsReader.describe(Plugin.Logic.Settings.self) }
        configure = { json, path throws(ConfigProblems) in
            let settings = try SettingsReader.read(
                Plugin.Logic.Settings.self, from: json, at: path)
            return ConfiguredPolicy { wires in
                PolicyStepper<Plugin>(logic: Plugin.Logic(settings: settings), wires: wires)
            }
        }
    }
}

/// A policy with its settings, ready to be connected and stepped.
struct ConfiguredPolicy: Sendable {
    let makeStepper: @Sendable (Wires) -> any Stepper
}
