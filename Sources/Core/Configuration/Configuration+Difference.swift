import JSON
import Settings

extension Configuration {
    /// What has to change for `old` to become this configuration.
    package func difference(from old: Configuration) -> ConfigurationDifference {
        ConfigurationDifference(
            general: SettingChange.all(
                from: old.generalAsWritten, to: generalAsWritten,
                normalize: { SettingsReader.normalForm(GeneralSettings.self, of: $0) }),
            drivers: differences(from: old.drivers, to: drivers, name: \.name) {
                $1.changes(from: $0)
            },
            policies: differences(from: old.policies, to: policies, name: \.name) {
                $1.changes(from: $0)
            },
            shadows: differences(from: old.shadows, to: shadows, name: \.name) {
                $1.changes(from: $0)
            })
    }

    /// Pairs entries by name.
    private func differences<Entry>(
        from old: [Entry], to new: [Entry], name: (Entry) -> String,
        changes: (Entry, Entry) -> PluginDifference.Kind?
    ) -> [PluginDifference] {
        let old = Dictionary(old.map { (name($0), $0) }) { first, _ in first }
        let new = Dictionary(new.map { (name($0), $0) }) { first, _ in first }
        return Set(old.keys).union(new.keys).sorted().compactMap { name in
            let kind: PluginDifference.Kind? =
                switch (old[name], new[name]) {
                case (let old?, let new?): changes(old, new)
                case (nil, _?): .added
                case (_?, nil): .removed
                case (nil, nil): nil
                }
            return kind.map { PluginDifference(name: name, kind: $0) }
        }
    }
}

extension DriverEntry {
    fileprivate func changes(from old: DriverEntry) -> PluginDifference.Kind? {
        guard kind.name == old.kind.name else {
            return .replaced(old: old.kind.name, new: kind.name)
        }
        var changes = SettingChange.all(
            from: old.settingsAsWritten, to: settingsAsWritten, normalize: kind.normalForm
        ).map { PluginChange.setting($0) }
        changes += SettingChange.all(
            from: old.outputs.asWritten, to: outputs.asWritten,
            normalize: { SettingsReader.normalForm(CommonDriverSettings.self, of: $0) }
        ).map { PluginChange.outputs($0) }
        let (before, now) = (old.after.sorted(), after.sorted())
        if before != now { changes.append(.after(old: before, new: now)) }
        return changes.isEmpty ? nil : .changed(changes)
    }
}

extension PolicyEntry {
    fileprivate func changes(from old: PolicyEntry) -> PluginDifference.Kind? {
        guard kind.name == old.kind.name else {
            return .replaced(old: old.kind.name, new: kind.name)
        }
        var changes = SettingChange.all(
            from: old.settingsAsWritten, to: settingsAsWritten, normalize: kind.normalForm
        ).map { PluginChange.setting($0) }
        if let before = old.shadowOf, let now = shadowOf {
            // The rest is that of the other policy.
            if before != now { changes.append(.shadow(old: before, new: now)) }
            return changes.isEmpty ? nil : .changed(changes)
        }
        if selected != old.selected {
            changes.append(.selection(old: old.selected ?? name, new: selected ?? name))
        }
        if period != old.period { changes.append(.period(old: old.period, new: period)) }
        if lease != old.lease { changes.append(.lease(old: old.lease, new: lease)) }
        for port in ports where bindings[port.name] != old.bindings[port.name] {
            let (before, now) = (old.bindings[port.name], bindings[port.name])
            changes.append(
                port.flow.isFromDriver
                    ? .input(port: port.name, old: before, new: now)
                    : .output(port: port.name, old: before, new: now))
        }
        return changes.isEmpty ? nil : .changed(changes)
    }
}
