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
        let settings = errors.collect(try rest.reading(kind.settings, with: files, at: path))
        var configured: ConfiguredDriver?
        if let settings {
            configured = errors.collect(try kind.configure(.object(settings), at: path))
        }
        guard let common, let settings, let configured else {
            throw ConfigurationErrors(errors.all)
        }
        return DriverEntry(
            name: name, kind: kind, after: common.after, settingsAsWritten: settings,
            configured: configured)
    }
}

/// The keys of a driver that are not its plugin's.
package struct CommonDriverSettings: PluginSettings {
    static let keys = Set(SettingsReader.describe(Self.self).map(\.key))

    let kind: String
    let after: [String]

    package init(_ read: SettingsReader) {
        kind = read(required: "driver", .text("the name of a driver"), "Which driver it is.")
        after = read(
            "after", .list(of: .text("the name of a driver in this file"), count: 0...20),
            default: [], "The drivers that must be started before it.")
    }
}
