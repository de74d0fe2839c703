import JSON
import Settings
import Values

extension ConfigurationReader {
    /// Reads a policy that runs on the inputs of another one of its kind, which must run.
    func readShadow(
        _ name: String, _ members: [String: JSONValue], of running: [PolicyEntry],
        at path: SettingPath
    ) throws(ConfigurationErrors) -> PolicyEntry {
        let (own, rest) = members.split { CommonPolicySettings.keys.contains($0) }
        let kind = try registry.policy(of: members, at: path)
        let errors = ErrorCollector()
        let common = errors.collect(
            try SettingsReader.read(CommonPolicySettings.self, from: .object(own), at: path))
        let plugin = errors.collect(
            try configure(
                rest, of: declared.settings(of: "policy \(kind.name)", kind.settings), at: path,
                kind.configure))
        try errors.throwIfAny()
        guard let shadowed = common?.shadow, let plugin else {
            throw ConfigurationErrors(errors.all)
        }
        let place = path.key("shadow")
        guard let original = running.first(where: { $0.name == shadowed }) else {
            throw place.unknown(shadowed, "policy that runs", among: running.map(\.name))
        }
        guard original.kind.name == kind.name else {
            throw place.error(
                "\(shadowed) is a \(original.kind.name), and a shadow is of the same kind")
        }
        for port in plugin.configured.ports
        where port.isRequired && original.bindings[port.name] == nil {
            errors.add(
                (port.mention ?? SettingPlace([])).error(
                    in: path, .missingKey,
                    "\"\(port.name)\" is no port of \(shadowed), and a shadow has none of its own"))
        }
        for conflict in plugin.configured.conflicts(BoundPorts(original.bindings)) {
            errors.add(path.key(conflict.key).error(conflict.why))
        }
        try errors.throwIfAny()
        return PolicyEntry(
            name: name, kind: kind, period: original.period, lease: original.lease,
            bindings: original.bindings, settingsAsWritten: plugin.settings,
            configured: plugin.configured,
            shadowOf: shadowed)
    }
}
