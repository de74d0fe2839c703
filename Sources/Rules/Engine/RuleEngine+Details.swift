import Core
import JSON
import Values

extension RuleEngine {
    /// What a page shows: each rule with what it waits for or goes on until, what people are told, and what happened.
    package func details(by plan: RulePlan, at now: Instant) -> JSONValue {
        var rules: [JSONValue] = []
        var alerts: [JSONValue] = []
        for (index, rule) in plan.rules.enumerated() {
            rules.append(.object(details(of: rule, states[index], at: now.nanoseconds)))
            guard states[index].isActive, let alert = rule.alert else { continue }
            alerts.append([
                "code": .string(rule.name), "severity": .string(rule.severity.rawValue),
                "text": .string(alert),
            ])
        }
        let events = happenings.map { happening -> JSONValue in
            [
                "number": .number(Double(happening.number)), "kind": .string(happening.rule),
                "text": .string(happening.text),
            ]
        }
        return [
            "rules": .array(rules), "alerts": .array(alerts), "events": .array(events),
            "outputs": .object(outputDetails(plan)),
        ]
    }

    private func details(
        of rule: RulePlan.Rule, _ state: RuleState, at now: Int64
    ) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "name": .string(rule.name),
            "mode": .string((state.isPaused ? RuleMode.paused : .auto).rawValue),
            "is_active": .bool(state.isActive),
        ]
        members["when"] = JSONValue(rule.when?.clause.text)
        members["until"] = JSONValue(rule.until?.clause.text)
        for (key, condition) in [("when_is", rule.when), ("until_is", rule.until)] {
            guard let condition else { continue }
            let value = registers.values[condition.register]
            members[key] = .string(value.isNaN ? "unknown" : value == 1 ? "true" : "false")
        }
        if state.isActive {
            members["active_seconds"] = .number(Double(now - state.begunAt) / 1e9)
            if state.endsAt != Registers.never {
                members["seconds_left"] = .number(max(0, Double(state.endsAt - now) / 1e9))
            }
        }
        if state.trouble != .none {
            members["trouble"] = .string(state.trouble.word)
        }
        return members.filter { $0.value != .null }
    }

    private func outputDetails(_ plan: RulePlan) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for (index, output) in plan.outputs.enumerated() {
            let rule = outputs[index].since == Registers.never ? -1 : outputs[index].rule
            members[output.name] = [
                "is": .string(commands[index]?.description ?? "safe"),
                "by": plan.rules.indices.contains(rule) ? .string(plan.rules[rule].name) : .null,
            ]
        }
        return members
    }
}
