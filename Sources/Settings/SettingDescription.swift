import JSON

/// One setting as the reference shows it. Made from the declaration, so it cannot drift.
package struct SettingDescription: Sendable {
    package let key: String
    package let expected: String
    /// The default as JSON; `nil` when the setting must be given.
    package let defaultText: String?
    package let isRequired: Bool
    package let summary: String
    package let members: [SettingDescription]
    /// Which way it protects; `nil` where the declaration says nothing of that.
    package let protection: Protection?
    /// What a JSON Schema says of its value, but for the sentence and the default.
    package let schema: @Sendable () -> JSONValue
    /// Of a setting that is the content of a file: the most bytes that it may have.
    package var fileLimit: Int?
    /// What else it could be, for `roost why`; `nil` where that is not tried.
    package var alternatives: SettingAlternatives?

    package init(
        key: String, expected: String, defaultText: String?, isRequired: Bool, summary: String,
        members: [SettingDescription], protection: Protection?,
        schema: @escaping @Sendable () -> JSONValue, fileLimit: Int? = nil,
        alternatives: SettingAlternatives? = nil
    ) {
        self.key = key
        self.expected = expected
        self.defaultText = defaultText
        self.isRequired = isRequired
        self.summary = summary
        self.members = members
        self.protection = protection
        self.schema = schema
        self.fileLimit = fileLimit
        self.alternatives = alternatives
    }
}
