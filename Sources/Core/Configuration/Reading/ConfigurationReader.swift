import JSON
import Settings
import Values

/// Reads a configuration and finds everything that is wrong with it, in one go.
package struct ConfigurationReader {
    let registry: PluginRegistry
    let files: SettingFiles
    let errors = ErrorCollector()
    let declared = DeclaredSettings()

    /// Reads a configuration from JSON text, with the files that it names. Without policies, those
    /// are not looked at, nor what is wrong with them.
    ///
    /// - Throws: every error found, each with its path in the file and what was expected.
    package static func read(
        _ text: [UInt8], registry: PluginRegistry, files: @escaping SettingFiles = noFiles,
        withPolicies: Bool = true
    ) throws(ConfigurationErrors) -> Configuration {
        let json = try mapped(to: { SettingPath("").error(.notJSON, "not JSON: \($0)") }) {
            () throws(JSONSyntaxError) in
            try JSONValue(parsing: text, allowsComments: true)
        }
        return try read(json, registry: registry, files: files, withPolicies: withPolicies)
    }

    /// Reads a configuration that a program made, as the text of one is read.
    ///
    /// - Throws: as of a text.
    package static func read(
        _ json: JSONValue, registry: PluginRegistry, files: @escaping SettingFiles = noFiles,
        withPolicies: Bool = true
    ) throws(ConfigurationErrors) -> Configuration {
        guard case .object(let members) = json else {
            throw SettingPath("").wrongValue(json, expected: "an object {...}")
        }
        return try ConfigurationReader(registry: registry, files: files)
            .read(
                withPolicies ? members : members.filter { !["policies", "run"].contains($0.key) })
    }

    /// Where no file can be read.
    package static let noFiles: SettingFiles = { name, _ throws(PlainError) in
        throw PlainError("\(name) is not read: there are no files here")
    }

    init(registry: PluginRegistry, files: @escaping SettingFiles) {
        self.registry = registry
        self.files = files
    }

    func read(
        _ members: [String: JSONValue]
    ) throws(ConfigurationErrors) -> Configuration {
        let general = readGeneral(members)
        let drivers = readDrivers(members["drivers"])
        rejectSharedClaims(drivers)
        let names = declaredNames(members["drivers"])
        let policies = readPolicies(
            members["policies"], run: members["run"], drivers: drivers, declared: names)
        checkOutputs(
            of: drivers, policies.running + policies.resting + policies.shadows)
        let ordered = errors.collect(try startOrder(of: drivers, declared: names))
        try errors.throwIfAny()
        guard let general, let ordered else { throw ConfigurationErrors(errors.all) }
        let (_, written) = members.split { ["drivers", "policies", "run"].contains($0) }
        return Configuration(
            general: general, generalAsWritten: written, drivers: ordered,
            policies: policies.running, restingPolicies: policies.resting,
            shadows: policies.shadows)
    }

    func readGeneral(_ members: [String: JSONValue]) -> GeneralSettings? {
        errors.collect(try SettingsReader.read(from: .object(members), at: SettingPath("")))
    }

    private func declaredNames(_ json: JSONValue?) -> Set<String> {
        guard case .object(let members) = json else { return [] }
        return Set(members.keys)
    }

    /// The members of an object of objects, in the order of their names.
    func entries(
        _ json: JSONValue?, at path: SettingPath
    ) -> [(name: String, members: [String: JSONValue])] {
        guard let json else { return [] }
        guard case .object(let members) = json else {
            errors.add(path.wrongValue(json, expected: "an object"))
            return []
        }
        return members.sorted { $0.key < $1.key }.compactMap { name, value in
            let place = path.key(name)
            guard isPlainName(name) else {
                errors.add(place.error(.badName, plainNameRule))
                return nil
            }
            guard case .object(let inner) = value else {
                errors.add(place.wrongValue(value, expected: "an object"))
                return nil
            }
            return (name, inner)
        }
    }
}

extension PluginRegistry {
    /// The kind of driver that a driver of a configuration names.
    ///
    /// - Throws: that the name is missing, no text or unknown, with those that there are.
    func driver(
        of members: [String: JSONValue], at path: SettingPath
    ) throws(ConfigurationErrors) -> DriverKind {
        // None of those that are compiled in has a dot in its name.
        if case .string(let word)? = members["driver"], word.contains("."),
            !drivers.contains(where: { $0.name == word })
        {
            let plugins = drivers.map(\.name).filter { $0.contains(".") }
            let near = nearestWords(to: word, among: plugins)
            throw path.key("driver").error(
                .unknownName,
                "no plugin is called \"\(word.prefix(80))\".\(suggestion(near)) roost plugin list shows "
                    + "those that are here, and where they are looked for",
                correction: near.count == 1 ? .replace(with: .string(near[0])) : nil)
        }
        return try Self.pick("driver", of: members, among: drivers, by: { $0.name }, at: path)
    }

    /// The kind of policy that a policy of a configuration names.
    ///
    /// - Throws: as `driver(of:at:)` does.
    func policy(
        of members: [String: JSONValue], at path: SettingPath
    ) throws(ConfigurationErrors) -> any Policy.Type {
        try Self.pick("policy", of: members, among: policies, by: { $0.name }, at: path)
    }

    private static func pick<Kind>(
        _ key: String, of members: [String: JSONValue], among kinds: [Kind],
        by name: (Kind) -> String, at path: SettingPath
    ) throws(ConfigurationErrors) -> Kind {
        let names = kinds.map(name)
        guard let json = members[key] else {
            // A slip in this key would hide all that is right behind it.
            let slip = nearestWords(to: key, among: members.keys).first { near in
                guard case .string(let word)? = members[near] else { return false }
                return !nearestWords(to: word, among: names).isEmpty
            }
            if let slip {
                throw path.key(slip).error(
                    .unknownKey, "unknown key.\(suggestion([key]))", correction: .rename(to: key))
            }
            throw path.key(key).error(.missingKey, "missing; expected the name of a \(key)")
        }
        guard case .string(let word) = json else {
            throw path.key(key).wrongValue(json, expected: "the name of a \(key)")
        }
        guard let index = names.firstIndex(of: word) else {
            throw path.key(key).unknown(word, key, among: names)
        }
        return kinds[index]
    }
}

extension Dictionary {
    /// The members whose keys pass the test, and the others.
    func split(_ isFirst: (Key) -> Bool) -> ([Key: Value], [Key: Value]) {
        (filter { isFirst($0.key) }, filter { !isFirst($0.key) })
    }
}

/// What each kind of plugin declares: worked out once, however many there are of it.
final class DeclaredSettings {
    private var known: [String: [SettingDescription]] = [:]

    /// `kind` is the kind of driver or policy, and which.
    func settings(
        of kind: String, _ declaration: @autoclosure () -> [SettingDescription]
    ) -> [SettingDescription] {
        if let settings = known[kind] { return settings }
        let settings = declaration()
        known[kind] = settings
        return settings
    }
}
