import JSON
import Settings
import Values

extension ChangePlan {
    package init(
        from old: Configuration, to new: Configuration,
        under conditions: some ChangeConditions = NoConditions()
    ) {
        let difference = new.difference(from: old)
        let planner = ChangePlanner(old: old, new: new, conditions: conditions)
        steps =
            planner.roost(difference.general)
            + difference.drivers.map(planner.driver)
            + difference.policies.map(planner.policy)
            + difference.shadows.map {
                ChangePlan.Step(
                    .policy, $0, .beside, "only looks on; nothing else notices", obstacle: nil)
            }
    }
}

private struct ChangePlanner<Conditions: ChangeConditions> {
    let old: Configuration
    let new: Configuration
    let conditions: Conditions

    func roost(_ changes: [SettingChange]) -> [ChangePlan.Step] {
        let isLive = { (change: SettingChange) in
            GeneralSettings.liveKeys.contains(String(change.key.prefix { $0 != "." }))
        }
        let effects: [([SettingChange], ChangePlan.Effect, String)] = [
            (changes.filter(isLive), .atOnce, "from now on; nothing restarts"),
            (changes.filter { !isLive($0) }, .restart, "needs a restart of the service"),
        ]
        return effects.filter { !$0.0.isEmpty }.map { changes, effect, text in
            ChangePlan.Step(
                part: .roost, name: "roost",
                changes: changes.map(\.line), effect: effect,
                effectText: text,
                obstacle: effect == .restart ? conditions.obstacleToRestart() : nil)
        }
    }

    func driver(_ difference: PluginDifference) -> ChangePlan.Step {
        let before = old.drivers.first { $0.name == difference.name }
        let entry = new.drivers.first { $0.name == difference.name }
        let outputs = difference.kind.outputChanges
        let allowMore = entry?.outputs.allowMore(than: before?.outputs ?? OutputSettings()) ?? false
        if difference.kind.keepsDriver {
            return ChangePlan.Step(
                .driver, difference, .atOnce,
                outputs.isEmpty
                    ? "from the next start and stop on; nothing restarts"
                    : "from now on, and what is switched by hand there ends; nothing restarts",
                looser: allowMore ? outputs : [], obstacle: nil)
        }
        let looser = (entry?.looser(since: old) ?? []) + (allowMore ? outputs : [])
        guard let before else {
            return ChangePlan.Step(
                .driver, difference, .begins, "starts", looser: looser, obstacle: nil)
        }
        let obstacle = conditions.obstacle(toClose: before)
        if difference.kind == .removed {
            return ChangePlan.Step(
                .driver, difference, .ends, "stops, in its safe state", obstacle: obstacle)
        }
        return ChangePlan.Step(
            .driver, difference, .replaced, restart(of: before), looser: looser,
            obstacle: obstacle)
    }

    /// "restarts, about 0.3 s; keeper goes without it meanwhile"
    private func restart(of driver: DriverEntry) -> String {
        let time = conditions.startTime(of: driver).map { time in
            // Closing and opening take their time, too.
            ", about \(fixedText(of: max(0.1, time.seconds), decimals: 1)) s"
        }
        let users = new.policies.filter { $0.drivers.contains(driver.name) }.map(\.name)
        let verb = users.count == 1 ? "goes" : "go"
        let missed =
            users.isEmpty
            ? "" : "; \(users.joined(separator: ", ")) \(verb) without it meanwhile"
        return "restarts\(time ?? "")\(missed)"
    }

    func policy(_ difference: PluginDifference) -> ChangePlan.Step {
        let before = old.policies.first { $0.name == difference.name }
        let entry = new.policies.first { $0.name == difference.name }
        switch (difference.kind, before, entry) {
        case (.changed, let before?, let entry?):
            let looser = entry.looser(than: before)
            return ChangePlan.Step(
                .policy, difference, .nextStep,
                "goes on with it from its next step; nothing restarts", looser: looser,
                obstacle: conditions.obstacle(toGoOnAs: entry)
                    ?? (looser.isEmpty ? nil : conditions.obstacle(toLoosen: before)))
        case (_, let before?, nil):
            return ChangePlan.Step(
                .policy, difference, .ends, "ends; what it moves is in its safe state",
                obstacle: conditions.obstacle(toEnd: before))
        case (_, let before?, let entry?):
            return ChangePlan.Step(
                .policy, difference, .replaced, "ends, and the other kind begins in its place",
                obstacle: conditions.obstacle(toEnd: before)
                    ?? conditions.obstacle(toBegin: entry))
        case (_, nil, let entry):
            return ChangePlan.Step(
                .policy, difference, .begins, "begins", looser: entry?.looser(since: old) ?? [],
                obstacle: entry.flatMap(conditions.obstacle(toBegin:)))
        }
    }
}

extension ChangePlan.Step {
    fileprivate init(
        _ part: ChangePlan.Part, _ difference: PluginDifference, _ effect: ChangePlan.Effect,
        _ text: String, looser: [SettingChange] = [], obstacle: String?
    ) {
        self.init(
            part: part, name: difference.name, changes: difference.kind.words, effect: effect,
            effectText: text, obstacle: obstacle,
            looser: looser.isEmpty ? nil : looser.map { "\($0.key) \($0.words)" })
    }
}

extension PluginDifference.Kind {
    /// Of a driver: whether it runs on with the change, as it is none of its settings: which drivers start before it, and
    /// who may command its outputs.
    var keepsDriver: Bool {
        guard case .changed(let changes) = self else { return false }
        return changes.allSatisfy {
            switch $0 {
            case .after, .outputs: true
            default: false
            }
        }
    }

    /// Of a driver: what changes of who may command its outputs.
    fileprivate var outputChanges: [SettingChange] {
        guard case .changed(let changes) = self else { return [] }
        return changes.compactMap {
            guard case .outputs(let change) = $0 else { return nil }
            return change
        }
    }

    fileprivate var words: [String] {
        switch self {
        case .added: ["is new"]
        case .removed: ["is gone"]
        case .replaced(let old, let new): ["is another kind: \(old) -> \(new)"]
        case .changed(let changes): changes.map(\.words)
        }
    }
}

extension PluginChange {
    fileprivate var words: String {
        switch self {
        case .setting(let change), .outputs(let change): change.line
        case .after(let old, let new):
            "after: \(old.joined(separator: ", ")) -> \(new.joined(separator: ", "))"
        case .period(let old, let new): "every: \(text(of: old)) -> \(text(of: new))"
        case .shadow(let old, let new): "shadow: \(old) -> \(new)"
        case .selection(let old, let new): "uses: \(old) -> \(new)"
        case .lease(let old, let new): "lease: \(text(of: old)) -> \(text(of: new))"
        case .input(let port, let old, let new), .output(let port, let old, let new):
            "\(port): \(old?.description ?? "nothing") -> \(new?.description ?? "nothing")"
        }
    }
}
