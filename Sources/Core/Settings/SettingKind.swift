/// What a setting may be: how it is written, checked and shown in the reference.
///
/// - SeeAlso: `SettingKinds.swift` for the kinds there are.
package struct SettingKind<Value: Sendable>: Sendable {
    /// What the reference and the errors call it: "a time from 10ms to 1s, such as \"250ms\"".
    package let expected: String
    /// Turns JSON into the value; on failure says what is wrong, at the path it is given.
    let parse: @Sendable (JSONValue, SettingPath) throws(ConfigurationErrors) -> Value
    /// Stands in for the value while settings are only being described or have failed to parse.
    let placeholder: Value
    /// Writes a value as it would stand in the file, for the reference.
    let text: @Sendable (Value) -> String
    /// The settings inside, for kinds that are objects or lists of objects.
    let members: [SettingDescription]

    init(
        expected: String, placeholder: Value, members: [SettingDescription] = [],
        text: @escaping @Sendable (Value) -> String,
        parse: @escaping @Sendable (JSONValue, SettingPath) throws(ConfigurationErrors) -> Value
    ) {
        self.expected = expected
        self.placeholder = placeholder
        self.members = members
        self.text = text
        self.parse = parse
    }
}

/// A place in a configuration: `drivers.bolt.targets[2]`.
package struct SettingPath: Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    package func key(_ name: String) -> SettingPath {
        SettingPath(description.isEmpty ? name : "\(description).\(name)")
    }

    package func index(_ index: Int) -> SettingPath {
        SettingPath("\(description)[\(index)]")
    }

    package func problem(_ message: String) -> ConfigurationErrors {
        ConfigurationErrors([ConfigurationError(path: description, message)])
    }

    /// A word that should name something and does not.
    func unknown(_ word: String, _ what: String, among known: [String]) -> ConfigurationErrors {
        let hint = suggestion(for: word, among: known)
        let list = known.isEmpty ? "there are none" : known.sorted().joined(separator: ", ")
        return problem("no \(what) is called \"\(word.prefix(40))\".\(hint) Known: \(list)")
    }
}

/// One setting as the reference shows it. Made from the declaration, so it cannot drift.
package struct SettingDescription: Sendable {
    package let key: String
    package let expected: String
    /// The default as JSON; `nil` when the setting must be given.
    package let defaultText: String?
    package let isRequired: Bool
    package let summary: String
    package let members: [SettingDescription]
}
