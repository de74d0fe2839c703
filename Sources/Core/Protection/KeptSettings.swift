import JSON
import Settings

/// Settings that hold in the place of those of a file, since the service never loosens protection by itself: by the name
/// of the policy or driver, then by key, as they are written; `null` for a setting that is left out.
package struct KeptSettings: Codable, Equatable, Sendable {
    package internal(set) var policies: [String: [String: JSONValue]] = [:]
    package internal(set) var drivers: [String: [String: JSONValue]] = [:]

    package init() {}

    package var isEmpty: Bool { policies.isEmpty && drivers.isEmpty }

    /// Both; where both have a setting, that of `newer` holds.
    func merged(with newer: KeptSettings) -> KeptSettings {
        var merged = self
        merged.policies.merge(newer.policies) { $0.merging($1) { _, new in new } }
        merged.drivers.merge(newer.drivers) { $0.merging($1) { _, new in new } }
        return merged
    }

    /// For people: "pilot: fence_radius stays 12m".
    var lines: [String] {
        (policies.map { ($0, $1) } + drivers.map { ($0, $1) }).sorted { $0.0 < $1.0 }
            .flatMap { name, values in
                values.sorted { $0.key < $1.key }.map {
                    "\(name): \($0) stays \(SettingChange(key: $0, old: $1, new: nil).oldWords)"
                }
            }
    }

    /// Without those of one policy, for which a person has chosen other settings.
    func without(policy name: String) -> KeptSettings {
        var rest = self
        rest.policies[name] = nil
        return rest
    }
}

extension Configuration {
    /// This configuration, with these settings in the place of its own.
    ///
    /// - Throws: every one that does not fit the others.
    package func keeping(_ kept: KeptSettings) throws(ConfigurationErrors) -> Configuration {
        guard !kept.isEmpty else { return self }
        let errors = ErrorCollector()
        var (drivers, policies) = (drivers, policies)
        for (index, entry) in drivers.enumerated() {
            guard let values = kept.drivers[entry.name] else { continue }
            drivers[index] = errors.collect(try entry.with(values)) ?? entry
        }
        for (index, entry) in policies.enumerated() {
            guard let values = kept.policies[entry.name] else { continue }
            policies[index] = errors.collect(try entry.with(values)) ?? entry
        }
        try errors.throwIfAny()
        try ConfigurationReader.checkLimits(of: policies, drivers: drivers)
        var result = Configuration(
            general: general, generalAsWritten: generalAsWritten, drivers: drivers,
            policies: policies, restingPolicies: restingPolicies, shadows: shadows, offer: offer)
        result.offer = offer.map {
            ConfigurationOffer(
                text: $0.text, files: $0.files, selection: $0.selection,
                kept: ($0.kept ?? KeptSettings()).merged(with: kept))
        }
        return result
    }

    /// What the service may go to from `now` although no person asks for it: this configuration, with the settings of
    /// `now` where its own would allow more, or would be another task.
    ///
    /// - Returns: `nil` where the two cannot be put together.
    func keepingProtection(of now: Configuration) -> Configuration? {
        // Setting by setting where that fits; otherwise a plugin whose protection would go keeps all of its settings.
        (try? keeping(kept(of: now, asWhole: false)))
            ?? (try? keeping(kept(of: now, asWhole: true)))
    }

    /// The settings that are in `now` as this configuration would not have them, since it would allow more; each in a line.
    func settingsThatStay(in now: Configuration) -> [String] {
        policies.flatMap { $0.wordsThatStay(in: now) }
            + drivers.flatMap { $0.wordsThatStay(in: now) }
    }

    /// The settings by which this configuration allows more than `old`, each in a line: "pilot: fence_radius 12m -> 30m".
    func looser(than old: Configuration) -> [String] {
        policies.flatMap { $0.wordsLooser(since: old) }
            + drivers.flatMap { $0.wordsLooser(since: old) }
    }

    private func kept(of now: Configuration, asWhole: Bool) -> KeptSettings {
        var kept = KeptSettings()
        for entry in policies {
            kept.policies[entry.name] = entry.counterpart(in: now).flatMap {
                entry.values(keeping: $0, asWhole: asWhole)
            }
        }
        for entry in drivers {
            kept.drivers[entry.name] = entry.counterpart(in: now).flatMap {
                entry.values(keeping: $0, asWhole: asWhole)
            }
        }
        return kept
    }
}

extension ProtectedSettings {
    fileprivate func wordsThatStay(in now: Configuration) -> [String] {
        guard let now = counterpart(in: now) else { return [] }
        return notAllowed(after: now).flatMap { parts(of: $0, from: now) }.map {
            "\(name): \($0.key) \($0.oldWords)"
        }
    }

    fileprivate func wordsLooser(since old: Configuration) -> [String] {
        looser(since: old).map { "\(name): \($0.key) \($0.words)" }
    }

    /// The values of `now` for the settings that may not follow them by themselves; `nil` where there is none.
    fileprivate func values(keeping now: Self, asWhole: Bool) -> [String: JSONValue]? {
        let changes = notAllowed(after: now)
        guard !changes.isEmpty else { return nil }
        guard !asWhole else { return now.whole }
        let written = now.settingsAsWritten
        return Dictionary(changes.map { ($0.key, written[$0.key] ?? .null) }) { first, _ in first }
    }
}
