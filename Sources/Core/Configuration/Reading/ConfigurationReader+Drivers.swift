import JSON
import Settings

extension ConfigurationReader {
    /// Reads the object of drivers.
    func readDrivers(_ json: JSONValue?) -> [DriverEntry] {
        let path = SettingPath("drivers")
        var drivers: [DriverEntry] = []
        for (name, members) in entries(json, at: path) {
            let driver = errors.collect(try readDriver(name, members, at: path.key(name)))
            if let driver { drivers.append(driver) }
        }
        return drivers
    }

    func readDriver(
        _ name: String, _ members: [String: JSONValue], at path: SettingPath
    ) throws(ConfigurationErrors) -> DriverEntry {
        let (own, rest) = members.split { CommonDriverSettings.keys.contains($0) }
        let kind = try registry.driver(of: members, at: path)
        let errors = ErrorCollector()
        let common = errors.collect(
            try SettingsReader.read(CommonDriverSettings.self, from: .object(own), at: path))
        let plugin = errors.collect(
            try configure(
                rest, of: declared.settings(of: "driver \(kind.name)", kind.settings), at: path,
                kind.configure))
        guard let common, let plugin else { throw ConfigurationErrors(errors.all) }
        return DriverEntry(
            name: name, kind: kind, after: common.after, settingsAsWritten: plugin.settings,
            configured: plugin.configured, outputs: OutputSettings(common, asWritten: own))
    }

    /// What a plugin is with its settings, with the content of each file that they name.
    func configure<Configured>(
        _ written: [String: JSONValue], of declared: [SettingDescription], at path: SettingPath,
        _ configure: (JSONValue, SettingPath) throws(ConfigurationErrors) -> Configured
    ) throws(ConfigurationErrors) -> (settings: [String: JSONValue], configured: Configured) {
        let settings = try written.reading(declared, with: files, at: path)
        return (settings, try configure(.object(settings), path))
    }
}

/// The keys of a driver that are not its plugin's.
package struct CommonDriverSettings: PluginSettings {
    static let keys = Set(SettingsReader.describe(Self.self).map(\.key))

    /// Those that say who may command its outputs.
    static let outputKeys: Set = ["switchable", "guarded"]

    let kind: String
    let after: [String]
    let switchable: SwitchableSettings?
    let guarded: [String]

    package init(_ read: SettingsReader) {
        kind = read(required: "driver", .text("the name of a driver"), "Which driver it is.")
        after = read(
            "after", .list(of: .text("the name of a driver in this file"), count: 0...20),
            default: [], "The drivers that must be started before it.")
        switchable = read(
            optional: "switchable", .object(),
            "Lets people switch its outputs, for a time: docs/switching.md. Left out: nobody does.")
        guarded = read(
            "guarded", .list(of: .text("the name of an output"), count: 0...64), default: [],
            "The outputs that can hurt: nothing commands them but a policy made for them.")
    }
}
