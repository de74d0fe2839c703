import JSON
import Values

/// Reads one JSON object key by key, and remembers what was asked for and what was wrong.
@usableFromInline
package final class SettingsReader {
    enum Mode {
        case reading
        /// There is no object to read: nothing is missing and nothing is wrong.
        case describing
        /// The object was read before, without an error.
        case normalizing
    }

    private let members: [String: JSONValue]
    private let path: SettingPath
    private let mode: Mode
    /// Whether the values are words of a command line: all texts, whatever they mean.
    private let areWords: Bool
    private let errors = ErrorCollector()
    private var keys: [String] = []
    private(set) var descriptions: [SettingDescription] = []
    private(set) var rules: [SettingRule] = []
    private(set) var normalForm: [String: JSONValue] = [:]

    init(
        members: [String: JSONValue], path: SettingPath, mode: Mode, areWords: Bool = false
    ) {
        self.members = members
        self.path = path
        self.mode = mode
        self.areWords = areWords
    }

    private var isDescribing: Bool { mode == .describing }

    /// Reads a setting that has a default. `protects` says which way it protects; each setting of a policy declares that.
    package func callAsFunction<Value>(
        _ key: String, _ kind: SettingKind<Value>, default fallback: Value, _ summary: String,
        protects: Protection? = nil
    ) -> Value {
        describe(key, kind, default: fallback, isRequired: false, summary, protects)
        return given(key, kind) ?? fallback
    }

    /// Reads a setting that may be left out and then is `nil`.
    package func callAsFunction<Value>(
        optional key: String, _ kind: SettingKind<Value>, _ summary: String,
        protects: Protection? = nil
    ) -> Value? {
        describe(key, kind, default: nil, isRequired: false, summary, protects)
        return given(key, kind)
    }

    /// Reads a setting that must be given.
    package func callAsFunction<Value>(
        required key: String, _ kind: SettingKind<Value>, _ summary: String,
        protects: Protection? = nil
    ) -> Value {
        describe(key, kind, default: nil, isRequired: true, summary, protects)
        if !isDescribing, members[key] == nil {
            errors.add(
                path.key(key).error(.missingKey, "missing; expected \(kind.expected)"))
        }
        return given(key, kind) ?? kind.placeholder
    }

    /// Refuses a key that an earlier version had, with `why` it is gone. `roost check --fix` removes it.
    package func retired(_ key: String, _ why: String) {
        guard members[key] != nil else { return }
        keys.append(key)
        errors.add(
            path.key(key).error(
                .unknownKey, "is no longer a setting: \(why). Remove it.", correction: .remove))
    }

    /// Whether a key is in the file, for keys of which one replaces the other.
    package func isPresent(_ key: String) -> Bool {
        members[key] != nil
    }

    /// Adds an error that lies in how settings fit together: "min is above max".
    package func check(_ holds: Bool, _ key: String, _ message: @autoclosure () -> String) {
        check(holds, key, .conflict, message())
    }

    /// The same where what is missing or wrong has a name of its own.
    package func check(
        _ holds: Bool, _ key: String, _ code: ConfigurationError.Code,
        _ message: @autoclosure () -> String
    ) {
        if !isDescribing, !holds {
            errors.add(path.key(key).error(code, message()))
        }
    }

    /// Adds an error at a place below this object, such as a part of a text.
    package func reject(
        _ below: SettingPlace, _ code: ConfigurationError.Code, _ message: String,
        correction: ConfigurationError.Correction? = nil
    ) {
        guard !isDescribing else { return }
        errors.add(below.error(in: path, code, message, correction: correction))
    }

    /// Adds an error where keys do not go together, and says in the schema how they do.
    package func rule(
        _ rule: SettingRule, _ key: String, code: ConfigurationError.Code = .conflict,
        _ message: @autoclosure () -> String
    ) {
        declare(rule)
        check(rule.holds(isPresent), key, code, message())
    }

    /// Says in the schema what is checked in another way.
    package func declare(_ rule: SettingRule) {
        if isDescribing { rules.append(rule) }
    }

    private func given<Value>(_ key: String, _ kind: SettingKind<Value>) -> Value? {
        guard let json = members[key] else { return nil }
        return errors.collect(
            try kind.parse(areWords ? kind.meaning(of: json) : json, path.key(key)))
    }

    private func describe<Value>(
        _ key: String, _ kind: SettingKind<Value>, default fallback: Value?, isRequired: Bool,
        _ summary: String, _ protection: Protection?
    ) {
        switch mode {
        case .reading: keys.append(key)
        case .normalizing: normalize(key, kind, fallback)
        case .describing:
            descriptions.append(
                SettingDescription(
                    key, of: kind, default: fallback, isRequired: isRequired, summary, protection))
        }
    }

    private func normalize<Value>(_ key: String, _ kind: SettingKind<Value>, _ fallback: Value?) {
        let fallback = fallback.flatMap { try? JSONValue(parsing: kind.text($0).utf8) }
        normalForm[key] = (members[key] ?? fallback).map(kind.normalize)
    }

    private func rejectUnknownKeys() {
        for key in members.keys.sorted() where !keys.contains(key) {
            let near = nearestWords(to: key, among: keys)
            let list = keys.isEmpty ? "it takes no settings" : keys.joined(separator: ", ")
            errors.add(
                path.key(key).error(
                    .unknownKey, "unknown key.\(suggestion(near)) Known here: \(list)",
                    correction: .renaming(to: near, in: members)))
        }
    }
}

extension SettingsReader {
    /// Reads settings from a JSON object, as `read` declares them.
    ///
    /// With `areWords` the values are words of a command line: "9" is a number where one is
    /// expected, and has the unit of its quantity where that is beyond doubt (`Quantity.bareUnit`).
    ///
    /// - Throws: every error found: missing, unknown, of the wrong type, out of range.
    package static func read<Settings>(
        from json: JSONValue, at path: SettingPath, areWords: Bool = false,
        _ read: (SettingsReader) -> Settings
    ) throws(ConfigurationErrors) -> Settings {
        guard case .object(let members) = json else {
            throw path.wrongValue(json, expected: "an object of settings")
        }
        let reader = SettingsReader(
            members: members, path: path, mode: .reading, areWords: areWords)
        let settings = read(reader)
        reader.rejectUnknownKeys()
        try reader.errors.throwIfAny()
        return settings
    }

    /// Reads `Settings` from a JSON object.
    package static func read<Settings: PluginSettings>(
        _ type: Settings.Type = Settings.self, from json: JSONValue, at path: SettingPath,
        areWords: Bool = false
    ) throws(ConfigurationErrors) -> Settings {
        try read(from: json, at: path, areWords: areWords) { Settings($0) }
    }

    /// The settings that `read` declares, in their order.
    package static func describe<Settings>(
        _ read: (SettingsReader) -> Settings
    ) -> [SettingDescription] {
        describing(read).descriptions
    }

    /// The settings that `Settings` declares, in their order.
    package static func describe<Settings: PluginSettings>(
        _ type: Settings.Type
    ) -> [SettingDescription] {
        describe { Settings($0) }
    }

    /// How those go together.
    package static func rules<Settings>(of read: (SettingsReader) -> Settings) -> [SettingRule] {
        describing(read).rules
    }

    /// How those go together.
    package static func rules<Settings: PluginSettings>(of type: Settings.Type) -> [SettingRule] {
        rules { Settings($0) }
    }

    private static func describing<Settings>(
        _ read: (SettingsReader) -> Settings
    ) -> SettingsReader {
        let reader = SettingsReader(members: [:], path: SettingPath(""), mode: .describing)
        _ = read(reader)
        return reader
    }

    /// What `Settings` is when nothing is given; a required one has its placeholder.
    package static func defaults<Settings: PluginSettings>(of type: Settings.Type) -> Settings {
        Settings(SettingsReader(members: [:], path: SettingPath(""), mode: .describing))
    }
}
