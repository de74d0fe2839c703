import JSON
import Settings
import Values

extension ConfigurationReader {
    /// Reads the object of policies, checks all of them, and tells those that run from those that rest.
    func readPolicies(
        _ json: JSONValue?, run: JSONValue?, drivers: [DriverEntry],
        declared: Set<String>
    ) -> (running: [PolicyEntry], resting: [PolicyEntry], shadows: [PolicyEntry]) {
        let path = SettingPath("policies")
        let all = entries(json, at: path)
        let resolver = BindingResolver(drivers: drivers, declared: declared)
        var policies: [PolicyEntry] = []
        for (name, members) in all where members["shadow"] == nil {
            let policy = errors.collect(
                try readPolicy(name, members, resolver: resolver, at: path.key(name)))
            if let policy { policies.append(policy) }
        }
        let wanted = readRun(run, names: all.map(\.name))
        let running = policies.filter { wanted.contains($0.name) }
        rejectSharedSinks(running)
        checkLimits(of: running, drivers: drivers)
        var shadows: [PolicyEntry] = []
        for (name, members) in all where members["shadow"] != nil && wanted.contains(name) {
            let shadow = errors.collect(
                try readShadow(name, members, of: running, at: path.key(name)))
            if let shadow { shadows.append(shadow) }
        }
        checkAsks(of: running + shadows, running: running, drivers: drivers)
        // Each may be used in the place of its original.
        checkLimits(of: shadows, drivers: drivers)
        return (running, policies.filter { !wanted.contains($0.name) }, shadows)
    }

    func readPolicy(
        _ name: String, _ members: [String: JSONValue], resolver: BindingResolver,
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
        // Which ports there are, settings that are wrong do not say.
        let areKnown = plugin != nil || !kind.portsDependOnSettings
        let bindings =
            areKnown
            ? errors.collect(
                try resolver.bindings(
                    of: plugin?.configured.ports ?? kind.ports, kept: kind.keptNames,
                    inputs: own["inputs"], outputs: own["outputs"], at: path)) : nil
        let times = errors.collect(try common?.times(of: kind, at: path))
        if let plugin, let bindings {
            for conflict in plugin.configured.conflicts(BoundPorts(bindings)) {
                errors.add(path.key(conflict.key).error(conflict.why))
            }
        }
        try errors.throwIfAny()
        guard let times = times ?? nil, let plugin, let bindings else {
            throw ConfigurationErrors(errors.all)
        }
        return PolicyEntry(
            name: name, kind: kind, period: times.period, lease: times.lease,
            bindings: bindings, settingsAsWritten: plugin.settings, configured: plugin.configured)
    }

    /// Which policies run: all, or those that `run` lists.
    func readRun(_ json: JSONValue?, names: [String]) -> Set<String> {
        guard let json else { return Set(names) }
        let kind = SettingKind<[String]>.list(of: .text("the name of a policy"), count: 0...100)
        let wanted = errors.collect(try kind.parse(json, SettingPath("run")))
        for (index, name) in (wanted ?? []).enumerated() where !names.contains(name) {
            let path = SettingPath("run").index(index)
            errors.add(path.unknown(name, "policy in this file", among: names))
        }
        return Set(wanted ?? [])
    }

    func rejectSharedSinks(_ policies: [PolicyEntry]) {
        var owners: [PortAddress: String] = [:]
        for policy in policies {
            for port in policy.ports where port.flow == .command {
                guard let binding = policy.bindings[port.name] else { continue }
                let owner = owners.updateValue(policy.name, forKey: binding)
                guard let owner else { continue }
                let path = SettingPath("policies").key(policy.name).key("outputs")
                    .key(port.name)
                let remedy =
                    owner == policy.name
                    ? "another output of this policy"
                    : "\(owner); let only one of them run (\"run\": [\"\(owner)\"])"
                errors.add(
                    path.error(
                        .alreadyClaimed, "\(binding) already takes commands from \(remedy)"))
            }
        }
    }
}

/// The keys of a policy that are not its plugin's.
package struct CommonPolicySettings: PluginSettings {
    static let keys = Set(SettingsReader.describe(Self.self).map(\.key))

    let kind: String
    let period: Duration?
    let lease: Duration?
    let shadow: String?

    package init(_ read: SettingsReader) {
        kind = read(required: "policy", .text("the name of a policy"), "Which policy it is.")
        period = read(
            optional: "every", .duration(.milliseconds(5) ... .seconds(60)),
            "How often it steps.")
        lease = read(
            optional: "lease", .duration(.milliseconds(20) ... .seconds(300)),
            "How long its commands hold when it stops stepping; five periods by default, "
                + "and at least 250ms. Then each device goes to its safe state.")
        let connections = SettingKind<JSONValue>.json("an object of \"port\": \"driver\"")
        _ = read(
            optional: "inputs", connections,
            "Which driver each input is read from; \"driver.port\" where a driver has several that fit."
        )
        _ = read(optional: "outputs", connections, "Which driver each output goes to.")
        shadow = read(
            optional: "shadow",
            .matching(plainNameRule, schema: SettingSchema.plainName, isPlainName),
            "Another policy of its kind that runs: it then decides on that one's inputs, and what it decides goes "
                + "into the log and the status only.")
        for key in ["every", "lease", "inputs", "outputs"] {
            read.rule(
                .atMostOne(["shadow", key]), key,
                "a shadow has that of the policy that it looks on at")
        }
    }

    /// How often it steps and how long its commands hold: as given, or as the policy suggests.
    func times(
        of policy: any Policy.Type, at path: SettingPath
    ) throws(ConfigurationErrors) -> (period: Duration, lease: Duration) {
        let period = period ?? policy.defaultPeriod
        let lease = lease ?? max(period * 5, .milliseconds(250))
        guard lease > period else {
            throw path.key("lease").error(
                "must be longer than every (\(text(of: period))), or each command would run out "
                    + "before it is renewed")
        }
        return (period, lease)
    }
}
