import Devices

/// What it takes for one configuration to become another in a roost that runs, in words.
package struct ChangePlan: Codable, Equatable, Sendable {
    package enum Part: String, Codable, Sendable {
        case roost, driver, policy
    }

    package enum Effect: String, Codable, Sendable {
        /// A policy goes on with it from one of its steps to the next; nothing restarts.
        case nextStep = "next-step"
        /// It takes effect when the service is started again.
        case restart
        /// A policy that only looks on does so from the next step on; nothing else notices.
        case beside
    }

    /// One plugin that changes, or Roost itself.
    package struct Step: Codable, Equatable, Sendable {
        package let part: Part
        package let name: String
        /// Each in a line: "light_band: 10 % -> 12 %".
        package let changes: [String]
        package let effect: Effect
        /// Why it is not safe now, and until when; of what needs a restart, what that would bring to its safe
        /// state first.
        package let obstacle: String?
    }

    package let steps: [Step]

    /// `obstacle` says why a policy cannot go on as that entry now, `obstacleToRestart` why the service should
    /// not be restarted now; `nil` when it can.
    package init(
        from old: Configuration, to new: Configuration,
        obstacle: (PolicyEntry) -> String? = { _ in nil },
        obstacleToRestart: () -> String? = { nil }
    ) {
        let difference = new.difference(from: old)
        let general = difference.general.map { "\($0.key): \($0.words)" }
        let needsRestart =
            !general.isEmpty || !difference.drivers.isEmpty
            || difference.policies.contains { $0.kind.effect == .restart }
        let unrest = needsRestart ? obstacleToRestart() : nil
        steps =
            (general.isEmpty ? [] : [Step(.roost, "roost", general, .restart, obstacle: unrest)])
            + difference.drivers.map {
                Step(.driver, $0.name, $0.kind.words, .restart, obstacle: unrest)
            }
            + difference.policies.map { policy in
                let effect = policy.kind.effect
                let entry = new.policies.first { $0.name == policy.name }
                return Step(
                    .policy, policy.name, policy.kind.words, effect,
                    obstacle: effect == .nextStep ? entry.flatMap(obstacle) : unrest)
            }
            + difference.shadows.map { Step(.policy, $0.name, $0.kind.words, .beside) }
    }

    /// Why nothing of it can be done now; `nil` when all of it can.
    package var refusal: String? {
        let restarts = steps.filter { $0.effect == .restart }.map(\.name)
        if !restarts.isEmpty {
            return "a restart is needed for \(restarts.joined(separator: ", ")): "
                + "systemctl restart roost. Nothing was changed"
        }
        let obstacles = steps.compactMap { step in step.obstacle.map { "\(step.name): \($0)" } }
        return obstacles.isEmpty
            ? nil : "not now: \(obstacles.joined(separator: "; ")). Nothing was changed"
    }

    /// One for each change, and one for what it touches.
    package var lines: [String] {
        guard !steps.isEmpty else { return ["nothing changes"] }
        return steps.flatMap { step in
            step.changes.map { "\(step.name): \($0)" }
                + ["\(step.name): \(step.effect.words)"]
                + (step.obstacle.map { ["\(step.name): NOT NOW: \($0)"] } ?? [])
        }
    }
}

extension ChangePlan.Step {
    fileprivate init(
        _ part: ChangePlan.Part, _ name: String, _ changes: [String], _ effect: ChangePlan.Effect,
        obstacle: String? = nil
    ) {
        self.init(
            part: part, name: name, changes: changes, effect: effect, obstacle: obstacle)
    }
}

extension ChangePlan.Effect {
    fileprivate var words: String {
        switch self {
        case .nextStep: "goes on with it from its next step; nothing restarts"
        case .restart: "needs a restart of the service"
        case .beside: "only looks on; nothing else notices"
        }
    }
}

extension PluginDifference.Kind {
    /// What a policy can go on with: other settings and another lease at the same ends.
    fileprivate var effect: ChangePlan.Effect {
        guard case .changed(let changes) = self else { return .restart }
        return changes.allSatisfy(\.isForNextStep) ? .nextStep : .restart
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
    fileprivate var isForNextStep: Bool {
        switch self {
        case .setting, .lease, .selection: true
        case .after, .period, .input, .output, .shadow: false
        }
    }

    fileprivate var words: String {
        switch self {
        case .setting(let change): "\(change.key): \(change.words)"
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

extension SettingChange {
    fileprivate var words: String { "\(Self.words(old)) -> \(Self.words(new))" }

    private static func words(_ value: JSONValue?) -> String {
        switch value {
        case nil: "(left out)"
        case .string(let text)?: text
        case let value?: value.line
        }
    }
}
