import Core
import JSON

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
        header = ["version": .string(roostVersion), "policies": .object(policies)]
        name(configuration)
    }

    private mutating func name(_ configuration: Configuration) {
        let drivers = configuration.drivers.map { entry in
            (
                entry.name,
                JSONValue.object([
                    "driver": .string(entry.kind.name),
                    "settings": .object(entry.settingsAsWritten),
                ])
            )
        }
        header["name"] = .string(configuration.general.name)
        header["drivers"] = .object(Dictionary(drivers) { first, _ in first })
    }

    /// Another configuration runs. What its policies begin with, each tells with its first step.
    mutating func goOn(with configuration: Configuration) {
        name(configuration)
        guard case .object(let policies)? = header["policies"] else { return }
        let names = Set(configuration.policies.map(\.name))
        header["policies"] = .object(policies.filter { names.contains($0.key) })
    }

    /// A policy has begun, or restarted.
    mutating func begin(_ policy: String, _ beginning: RecordedStep.Beginning) {
        guard case .object(var policies)? = header["policies"] else { return }
        guard policies[policy]?["policy"] == .string(beginning.policy) else {
            policies[policy] = beginning.json
            header["policies"] = .object(policies)
            return
        }
        goOn(policy, with: beginning.settings)
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

extension RecordedStep.Beginning {
    var json: JSONValue {
        var members: [String: JSONValue] = ["policy": .string(policy), "settings": settings]
        if let memory = memory.flatMap({ JSONValue(encoding: $0) }) { members["memory"] = memory }
        return .object(members)
    }
}
