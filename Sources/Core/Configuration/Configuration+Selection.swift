import Values

/// Policies that go on with the settings of one of their shadows: `roost use`.
extension Configuration {
    /// The shadow whose settings a policy has, by the policy's name; without those that have their own.
    package var selection: [String: String] {
        var selection: [String: String] = [:]
        for policy in policies { selection[policy.name] = policy.selected }
        return selection
    }

    /// The same where each of these policies has the settings of that shadow. What names none that this
    /// configuration has is left out: the policy has its own then.
    package func selecting(_ selection: [String: String]) -> Configuration {
        let policies = policies.map { policy in
            let shadow = shadows.first {
                $0.name == selection[policy.name] && $0.shadowOf == policy.name
            }
            return shadow.map(policy.selecting) ?? policy
        }
        return Configuration(
            general: general, generalAsWritten: generalAsWritten, drivers: drivers,
            policies: policies, restingPolicies: restingPolicies, shadows: shadows, offer: offer)
    }

    /// What is offered for `policy` to go on with the settings of `name`: of a shadow of it, or, by its own
    /// name, its own again.
    ///
    /// - Throws: that there is nothing of that name, with what there is.
    package func offer(
        selecting name: String, for policy: String
    ) throws(PlainError) -> ConfigurationOffer {
        guard let offer else { throw PlainError("what runs was not read from a file") }
        guard policies.contains(where: { $0.name == policy }) else {
            let names = policies.map(\.name)
            throw PlainError(
                "no policy \"\(policy)\" runs.\(suggestion(for: policy, among: names))")
        }
        let names = [policy] + shadows.filter { $0.shadowOf == policy }.map(\.name)
        guard names.contains(name) else {
            throw PlainError(
                "\(policy) cannot use \"\(name)\".\(suggestion(for: name, among: names)) "
                    + "It can use \(names.joined(separator: ", "))")
        }
        var selection = selection
        selection[policy] = name == policy ? nil : name
        // A person has chosen all of its settings; what others keep stays.
        return ConfigurationOffer(
            text: offer.text, files: offer.files, selection: selection,
            kept: offer.kept?.without(policy: policy))
    }
}

extension PolicyEntry {
    /// This policy, at the same ends, with the settings of `shadow`.
    fileprivate func selecting(_ shadow: PolicyEntry) -> PolicyEntry {
        PolicyEntry(
            name: name, kind: kind, period: period, lease: lease, bindings: bindings,
            settingsAsWritten: shadow.settingsAsWritten, configured: shadow.configured,
            selected: shadow.name)
    }
}
