import JSON
import Settings
import Values

/// A driver or a policy of a configuration, as far as its settings protect.
protocol ProtectedSettings: Sendable {
    var name: String { get }
    var kindName: String { get }
    /// The settings that its kind declares.
    var declared: [SettingDescription] { get }
    var settingsAsWritten: [String: JSONValue] { get }
    /// The normal form of settings of its kind.
    func normal(_ members: [String: JSONValue]) -> [String: JSONValue]

    /// The one that stands in its place in a configuration; `nil` where there is none.
    func counterpart(in configuration: Configuration) -> Self?

    /// The same with these values, as they are written; `null` leaves a setting out.
    ///
    /// - Throws: every value that does not fit the others.
    func with(_ values: [String: JSONValue]) throws(ConfigurationErrors) -> Self
}

extension ProtectedSettings {
    var normalForm: [String: JSONValue] { normal(settingsAsWritten) }

    /// The settings that protect, and how.
    var protections: [(key: String, protection: Protection)] {
        declared.compactMap { setting in
            setting.protection.flatMap { $0.isKept ? (setting.key, $0) : nil }
        }
    }

    /// What each setting that protects is, as it is written; `null` for one that is left out.
    var inForce: [String: JSONValue] {
        let written = settingsAsWritten
        let pairs = protections.map { ($0.key, written[$0.key] ?? .null) }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Everything that is written, and `null` for all else that its kind declares.
    var whole: [String: JSONValue] {
        let written = settingsAsWritten
        let pairs = declared.map { ($0.key, written[$0.key] ?? .null) }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The settings that allow more than those of `old`, which is of the same kind.
    func looser(than old: Self) -> [SettingChange] {
        differences(from: old) { $0.isLooser($1, than: $2) }.flatMap { parts(of: $0, from: old) }
    }

    /// The settings that allow more than in a configuration, also under another name.
    func looser(since old: Configuration) -> [SettingChange] {
        counterpart(in: old).map { looser(than: $0) } ?? []
    }

    /// The settings that may not follow those of `old` unless a person asks for it, each as a whole.
    func notAllowed(after old: Self) -> [SettingChange] {
        differences(from: old) { !$0.allows($1, after: $2) }
    }

    /// What is another inside a setting that is an object, or a list of things with names.
    func parts(of change: SettingChange, from old: Self) -> [SettingChange] {
        SettingChange.all(
            from: (written: change.old, normal: old.normalForm[change.key]),
            to: (written: change.new, normal: normalForm[change.key]),
            at: SettingPath(change.key))
    }

    private func differences(
        from old: Self, _ counts: (Protection, _ new: JSONValue?, _ old: JSONValue?) -> Bool
    ) -> [SettingChange] {
        let (before, now) = (old.normalForm, normalForm)
        return protections.filter { counts($0.protection, now[$0.key], before[$0.key]) }.map {
            SettingChange(key: $0.key, old: old.shown($0.key), new: shown($0.key))
        }
    }

    /// A setting as it is written, or its default.
    func shown(_ key: String) -> JSONValue? {
        settingsAsWritten[key] ?? shownDefault(key)
    }

    func shownDefault(_ key: String) -> JSONValue? {
        declared.first { $0.key == key }?.defaultText.flatMap { try? JSONValue(parsing: $0.utf8) }
    }

    fileprivate func members(with values: [String: JSONValue]) -> JSONValue {
        var members = settingsAsWritten
        for (key, value) in values { members[key] = value == .null ? nil : value }
        return .object(members)
    }
}

extension PolicyEntry: ProtectedSettings {
    var kindName: String { kind.name }
    var declared: [SettingDescription] { kind.settings }
    func normal(_ members: [String: JSONValue]) -> [String: JSONValue] {
        kind.normalForm(of: members)
    }

    func with(_ values: [String: JSONValue]) throws(ConfigurationErrors) -> PolicyEntry {
        let path = SettingPath("policies").key(name)
        guard case .object(let members) = members(with: values) else { return self }
        let configured = try kind.configure(.object(members), at: path)
        let errors = ErrorCollector()
        for conflict in configured.conflicts(BoundPorts(bindings)) {
            errors.add(path.key(conflict.key).error(conflict.why))
        }
        try errors.throwIfAny()
        return PolicyEntry(
            name: name, kind: kind, period: period, lease: lease, bindings: bindings,
            settingsAsWritten: members, configured: configured, shadowOf: shadowOf,
            selected: selected)
    }
}

extension DriverEntry: ProtectedSettings {
    var kindName: String { kind.name }
    var declared: [SettingDescription] { kind.settings }
    func normal(_ members: [String: JSONValue]) -> [String: JSONValue] {
        kind.normalForm(of: members)
    }

    func with(_ values: [String: JSONValue]) throws(ConfigurationErrors) -> DriverEntry {
        guard case .object(let members) = members(with: values) else { return self }
        let configured = try kind.configure(
            .object(members), at: SettingPath("drivers").key(name))
        return DriverEntry(
            name: name, kind: kind, after: after, settingsAsWritten: members,
            configured: configured, outputs: outputs)
    }
}

extension PolicyEntry {
    /// The one of its name and kind, or one of its kind that commands what it commands.
    func counterpart(in configuration: Configuration) -> PolicyEntry? {
        let same = configuration.policies.filter { $0.kind.name == kind.name }
        return same.first { $0.name == name }
            ?? same.first { !$0.commands.isDisjoint(with: commands) }
    }
}

extension DriverEntry {
    /// The one of its name and kind, or one of its kind that cannot run beside it.
    func counterpart(in configuration: Configuration) -> DriverEntry? {
        let same = configuration.drivers.filter { $0.kind.name == kind.name }
        return same.first { $0.name == name }
            ?? same.first { other in
                claims.contains { claim in other.claims.contains { claim.excludes($0) } }
            }
    }
}

extension PolicyEntry {
    /// The sinks that it commands.
    var commands: Set<PortAddress> {
        Set(ports.filter { $0.flow == .command }.compactMap { bindings[$0.name] })
    }
}
