import Core

/// What a record is about: enough to run its policies again.
package struct RecordSubject: Sendable {
    private(set) var header: [String: JSONValue]

    /// `memories` is where the policies found what they go on with.
    package init(_ configuration: Configuration, memories: (any PolicyMemoryStore)?) {
        var policies: [String: JSONValue] = [:]
        for entry in configuration.policies {
            var policy: [String: JSONValue] = [
                "policy": .string(entry.kind.name), "settings": .object(entry.settingsAsWritten),
            ]
            let memory = memories?.load(entry.name).flatMap { JSONValue(encoding: $0) }
            if let memory { policy["memory"] = memory }
            policies[entry.name] = .object(policy)
        }
        let drivers = configuration.drivers.map { entry in
            (
                entry.name,
                JSONValue.object([
                    "driver": .string(entry.kind.name),
                    "settings": .object(entry.settingsAsWritten),
                ])
            )
        }
        header = [
            "name": .string(configuration.general.name), "version": .string(roostVersion),
            "policies": .object(policies),
            "drivers": .object(Dictionary(drivers) { first, _ in first }),
        ]
    }

    /// A policy goes on with other settings. What it found at the start stays what it began with.
    mutating func goOn(_ policy: String, with settings: JSONValue) {
        guard case .object(var policies)? = header["policies"],
            case .object(var members)? = policies[policy]
        else { return }
        members["settings"] = settings
        policies[policy] = .object(members)
        header["policies"] = .object(policies)
    }
}
