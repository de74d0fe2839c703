import JSON

/// One setting as the reference shows it. Made from the declaration, so it cannot drift.
package struct SettingDescription: Sendable {
    package let key: String
    package var expected: String { makeExpected() }
    /// The default as JSON; `nil` when the setting must be given.
    package var defaultText: String? { makeDefaultText() }
    package let isRequired: Bool
    package let summary: String
    package var members: [SettingDescription] { makeMembers() }
    /// Words for people are made when somebody reads them: each start of the service describes its plugins, to find the
    /// settings that name files.
    private let makeExpected: @Sendable () -> String
    private let makeDefaultText: @Sendable () -> String?
    private let makeMembers: @Sendable () -> [SettingDescription]
    /// Which way it protects; `nil` where the declaration says nothing of that.
    package let protection: Protection?
    /// What a JSON Schema says of its value, but for the sentence and the default.
    package let schema: @Sendable () -> JSONValue
    /// Of a setting that is the content of a file: the most bytes that it may have.
    package var fileLimit: Int?
    /// What else it could be, for `roost why`; `nil` where that is not tried.
    package var alternatives: SettingAlternatives?

    package init(
        key: String, expected: String, isRequired: Bool, summary: String,
        schema: @escaping @Sendable () -> JSONValue
    ) {
        self.key = key
        makeExpected = { expected }
        makeDefaultText = { nil }
        makeMembers = { [] }
        self.isRequired = isRequired
        self.summary = summary
        protection = nil
        self.schema = schema
    }

    init<Value>(
        _ key: String, of kind: SettingKind<Value>, default fallback: Value?, isRequired: Bool,
        _ summary: String, _ protection: Protection?
    ) {
        let text = kind.text
        self.key = key
        makeExpected = kind.makeExpected
        makeDefaultText = { fallback.map(text) }
        makeMembers = kind.makeMembers
        self.isRequired = isRequired
        self.summary = summary
        self.protection = protection
        schema = kind.schema
        fileLimit = kind.fileLimit
        alternatives = kind.alternatives
    }
}
