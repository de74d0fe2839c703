import JSON
import Settings
import Values

/// A driver with its settings, ready to be started, any number of times.
package struct ConfiguredDriver: Sendable {
    let settings: any Sendable
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

extension ConfiguredDriver {
    /// One that only gives, and that a manifest describes.
    package init(
        source settings: any Sendable, ports: [DriverPort], claims: [Claim],
        examine: @escaping @Sendable (SystemPaths, any Scheduler) throws(DeviceError) -> String?,
        start: @escaping @Sendable (DriverContext) throws(DeviceError) -> any Driver
    ) {
        self.init(
            settings: settings, ports: ports, claims: claims, commandLimits: [:],
            isActuator: false, start: start, makeSafeWithoutInstance: { _, _ in },
            examine: examine)
    }
}

extension DriverPlugin {
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
