import Values

/// What comes, goes and goes on otherwise when another configuration takes the place of the one that runs.
struct PluginExchange: Sendable {
    struct PolicyChange: Sendable {
        let runner: PolicyRunner
        let entry: PolicyEntry
        let connections: PortConnections
    }

    let new: Configuration
    let table: ConnectionTable
    /// Policies that go on with other settings, at another period or at other endpoints.
    let changes: [PolicyChange]
    /// Policies that go on as they are while a driver that they use is away.
    let bystanders: [PolicyRunner]
    let endingPolicies: [PolicyRunner]
    let beginningPolicies: [PolicyEntry]
    let leavingDrivers: [ManagedDriver]
    let arrivingDrivers: [DriverEntry]

    init(
        of plugins: RunningPlugins, from old: Configuration, to new: Configuration,
        _ difference: ConfigurationDifference, at now: Instant
    ) {
        self.new = new
        let table = plugins.table.changed(from: old.drivers, to: new.drivers, at: now)
        self.table = table
        let drivers = Dictionary(difference.drivers.map { ($0.name, $0.kind) }) { first, _ in first
        }
        let isReplaced = { (name: String) in drivers[name].map { !$0.keepsDriver } ?? false }
        leavingDrivers = plugins.drivers.members.filter { isReplaced($0.entry.name) }
        arrivingDrivers = new.drivers.filter { isReplaced($0.name) }

        let policies = Dictionary(difference.policies.map { ($0.name, $0.kind) }) { first, _ in
            first
        }
        let isAnother = { (name: String) in policies[name]?.isAnotherPlugin ?? false }
        endingPolicies = plugins.policies.filter { isAnother($0.name) }
        beginningPolicies = new.policies.filter { isAnother($0.name) }
        let staying = plugins.policies.compactMap { runner in
            new.policies.first { $0.name == runner.name && !isAnother($0.name) }.map { entry in
                PolicyChange(
                    runner: runner, entry: entry, connections: table.connections(of: entry))
            }
        }
        changes = staying.filter {
            policies[$0.entry.name] != nil || !$0.connections.isSame(as: $0.runner.connections)
        }
        let changed = Set(changes.map(\.entry.name))
        bystanders = staying.filter {
            !changed.contains($0.entry.name) && $0.entry.drivers.contains(where: isReplaced)
        }.map(\.runner)
    }

    /// Those who are touched by it.
    var touched: TouchedPlugins {
        TouchedPlugins(
            policies: Set(
                changes.map(\.entry.name) + bystanders.map(\.name) + beginningPolicies.map(\.name)),
            drivers: Set(arrivingDrivers.map(\.name)))
    }
}

/// Plugins that a change touches, by name.
package struct TouchedPlugins: Sendable {
    let policies: Set<String>
    /// Those that were started by it.
    let drivers: Set<String>

    package init(policies: Set<String> = [], drivers: Set<String> = []) {
        self.policies = policies
        self.drivers = drivers
    }
}

extension PluginDifference.Kind {
    /// Whether what had the name ends, or what has it now begins.
    fileprivate var isAnotherPlugin: Bool {
        switch self {
        case .added, .removed, .replaced: true
        case .changed: false
        }
    }
}

extension ManagedDriver {
    /// Whether two drivers cannot be at their devices at once.
    func excludes(_ other: DriverEntry) -> Bool {
        let entry = entry
        return entry.name == other.name
            || entry.claims.contains { claim in other.claims.contains { claim.excludes($0) } }
    }
}

extension Claim {
    /// Whether two drivers cannot have these at once.
    func excludes(_ other: Claim) -> Bool {
        kind.isExclusive && kind == other.kind && thing == other.thing
            && (sharedAs == nil || sharedAs != other.sharedAs)
    }
}
