import JSON

/// The normal form of settings: two that mean the same have the same one.

extension SettingsReader {
    /// Every setting that `Settings` declares with the value that is in effect: as given, or its
    /// default. One that is optional and left out is not among them. `members` must be settings that
    /// `Settings` was read from without an error.
    package static func normalForm<Settings: PluginSettings>(
        _ type: Settings.Type, of members: [String: JSONValue]
    ) -> [String: JSONValue] {
        normalForm({ Settings($0) }, of: members)
    }

    /// The same of the settings that `read` declares.
    package static func normalForm<Settings>(
        _ read: (SettingsReader) -> Settings, of members: [String: JSONValue]
    ) -> [String: JSONValue] {
        let reader = SettingsReader(
            members: members, path: SettingPath(""), mode: .normalizing)
        _ = read(reader)
        return reader.normalForm
    }
}

extension Quantity {
    /// A text in base units, without the last digits, in which "0.1h" and "6min" may differ by
    /// rounding: 12 digits, and nothing smaller than 1e-12 base units. "32 °F" is 0 °C that way.
    func normalized(_ json: JSONValue) -> JSONValue {
        guard case .string(let text) = json, case .success(let value) = parse(text) else {
            return json
        }
        var step = 1e-12
        while step < abs(value) * 1e-12 { step *= 10 }
        return .number((value / step).rounded() * step)
    }
}
