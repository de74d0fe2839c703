import JSON
import Settings
import Values

/// A kind of driver as a value, for those who do not know its types: one that is compiled in, or one that a manifest
/// describes.
package struct DriverKind: Sendable {
    /// The word in the configuration: `"driver": "ds18b20"`.
    package let name: String
    /// One sentence for the reference.
    package let summary: String
    private let makePorts: @Sendable () -> [DriverPort]
    private let makeSettings: @Sendable () -> [SettingDescription]
    private let makeRules: @Sendable () -> [SettingRule]
    private let makeRequests: @Sendable () -> [RequestDescription]
    private let normalize: @Sendable ([String: JSONValue]) -> [String: JSONValue]
    /// See `PluginRequest.check`.
    let check: @Sendable (_ request: [String], _ plugin: String) throws(PlainError) -> RequestEffect
    /// See `DriverPlugin.leftBehind`.
    let leftBehind: @Sendable (SystemPaths) -> [LeftBehind]
    /// See `DriverPlugin.discover`.
    package let discover: @Sendable (SystemPaths) -> [Finding]
    private let makeConfigured:
        @Sendable (JSONValue, SettingPath) throws(ConfigurationErrors) -> ConfiguredDriver

    /// What it gives and what it takes, for the reference.
    package var ports: [DriverPort] { makePorts() }
    package var settings: [SettingDescription] { makeSettings() }
    var settingRules: [SettingRule] { makeRules() }
    /// What it can be asked for.
    package var requests: [RequestDescription] { makeRequests() }

    /// The normal form of settings that were read without an error.
    func normalForm(of members: [String: JSONValue]) -> [String: JSONValue] { normalize(members) }

    /// One with these settings.
    ///
    /// - Throws: everything that is wrong with them.
    func configure(
        _ json: JSONValue, at path: SettingPath
    ) throws(ConfigurationErrors) -> ConfiguredDriver { try makeConfigured(json, path) }

    /// One that is compiled in.
    package init<Plugin: DriverPlugin>(_ plugin: Plugin.Type) {
        name = plugin.name
        summary = plugin.summary
        makePorts = { plugin.ports }
        makeSettings = { SettingsReader.describe(Plugin.Settings.self) }
        makeRules = { SettingsReader.rules(of: Plugin.Settings.self) }
        makeRequests = { Plugin.Request.declarations.map(\.description) }
        normalize = { SettingsReader.normalForm(Plugin.Settings.self, of: $0) }
        check = { words, name throws(PlainError) in try Plugin.Request.check(words, of: name) }
        leftBehind = plugin.leftBehind
        discover = plugin.discover
        makeConfigured = { json, path throws(ConfigurationErrors) in
            try plugin.configure(json, at: path)
        }
    }

    /// One that takes no requests, leaves nothing in motion and is found on no machine by itself.
    ///
    /// `read` declares its settings by reading them, as `PluginSettings.init` does.
    package init<Settings: Sendable>(
        name: String, summary: String, ports: [DriverPort],
        _ read: @escaping @Sendable (SettingsReader) -> Settings,
        _ configured: @escaping @Sendable (Settings) -> ConfiguredDriver
    ) {
        self.name = name
        self.summary = summary
        makePorts = { ports }
        makeSettings = { SettingsReader.describe(read) }
        makeRules = { SettingsReader.rules(of: read) }
        makeRequests = { [] }
        normalize = { SettingsReader.normalForm(read, of: $0) }
        check = { words, name throws(PlainError) in try NoRequest.check(words, of: name) }
        leftBehind = { _ in [] }
        discover = { _ in [] }
        makeConfigured = { json, path throws(ConfigurationErrors) in
            configured(try SettingsReader.read(from: json, at: path, read))
        }
    }

    /// One that cannot be used: what a configuration reads of it is `error`.
    package init(unusable name: String, because error: String) {
        self.name = name
        summary = "Cannot be used: \(error)"
        makePorts = { [] }
        makeSettings = { [] }
        makeRules = { [] }
        makeRequests = { [] }
        normalize = { $0 }
        check = { words, name throws(PlainError) in try NoRequest.check(words, of: name) }
        leftBehind = { _ in [] }
        discover = { _ in [] }
        makeConfigured = { _, path throws(ConfigurationErrors) in
            throw path.key("driver").error(.unreadableFile, "cannot be used: \(error)")
        }
    }
}
