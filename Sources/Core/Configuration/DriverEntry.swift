import JSON
import Settings
import Values

/// One driver that the configuration names.
package struct DriverEntry: Sendable {
    package let name: String
    package let kind: DriverKind
    /// The drivers that start before it.
    package let after: [String]
    /// Its plugin's settings, without `driver` and `after`.
    package let settingsAsWritten: [String: JSONValue]
    let configured: ConfiguredDriver
    /// Who may command what it takes.
    package var outputs = OutputSettings()

    /// What it gives and takes, as it is configured.
    package var ports: [DriverPort] { configured.ports }

    /// What it needs for itself, as it is configured.
    package var claims: [Claim] { configured.claims }

    /// What it demands of whoever commands it, by the names of its sinks.
    package var commandLimits: [String: CommandLimits] { configured.commandLimits }

    /// Looks whether its device is there and free: see `DriverPlugin`.
    package func examine(
        _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        try configured.examine(system, clock)
    }

    /// Its settings, for a tool that knows the plugin; `nil` when they are another plugin's.
    package func settings<Settings: PluginSettings>(as type: Settings.Type) -> Settings? {
        configured.settings as? Settings
    }
}
