import JSON
import Settings
import Values

/// A driver with its settings, ready to be started, any number of times.
struct ConfiguredDriver: Sendable {
    let settings: any PluginSettings
    let ports: [DriverPort]
    let claims: [Claim]
    /// By the names of its sinks.
    let commandLimits: [String: CommandLimits]
    /// By the names of its sources.
    var reportDelays: [String: ReportDelay] = [:]
    /// Whether it takes commands. What it moves may stand where it hurts, so it is never given up.
    let isActuator: Bool
    let start: @Sendable (DriverContext) throws(DeviceError) -> any Driver
    let makeSafeWithoutInstance: @Sendable (SystemPaths, any Scheduler) throws(DeviceError) -> Void
    let examine: @Sendable (SystemPaths, any Scheduler) throws(DeviceError) -> String?
}

/// What is done with a kind of driver by those who do not know its types.
extension DriverPlugin {
    /// What it can be asked for.
    package static var requests: [RequestDescription] { Request.declarations.map(\.description) }
    package static var settings: [SettingDescription] { SettingsReader.describe(Settings.self) }
    static var settingRules: [SettingRule] { SettingsReader.rules(of: Settings.self) }

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
            commandLimits: commandLimits(settings), reportDelays: reportDelays(settings),
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
