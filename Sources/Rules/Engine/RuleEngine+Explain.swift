import Core
import Values

extension RuleEngine {
    /// Says anew what is the case and why. Only when something has changed: it makes texts.
    mutating func explain(_ inputs: RuleInputs, by plan: RulePlan) {
        noteRefusals(plan)
        let ranked = plan.ranked
        let troubled = ranked.filter { states[$0].trouble != .none }
        let active = ranked.filter { states[$0].isActive }
        let tooLong = plan.outputs.indices.filter { outputs[$0].isTooLong }
        var words = tooLong.map { "\(plan.outputs[$0].name)-too-long" }
        words += troubled.map { "\(plan.rules[$0].name)-\(states[$0].trouble.word)" }
        words += active.map { plan.rules[$0].name }
        let paused = ranked.filter { states[$0].isPaused }
        if words.isEmpty, paused.isEmpty { words = ["idle"] }
        words += paused.map { "\(plan.rules[$0].name)-paused" }
        let code = Self.code(words)
        let notes = notes(
            on: active, Array(troubled.dropFirst(tooLong.isEmpty ? 1 : 0)), paused, plan)
        lead = -1
        if let output = tooLong.first {
            let longest = Double(plan.outputs[output].longest ?? 0) / 1e9
            why = RuleWhy(
                RuleWhy.Story(
                    code, about: plan.outputs[output].name, .tooLong,
                    detail: text(ofSeconds: longest), notes: notes))
        } else if let index = troubled.first {
            why = RuleWhy(trouble(of: index, inputs, plan, code, notes))
        } else {
            // A rule that commands an output explains more than one that only reports.
            let commanding = active.first { !plan.rules[$0].set.isEmpty }
            lead = commanding ?? active.first ?? ranked.first { !states[$0].isPaused } ?? -1
            guard lead >= 0 else {
                why = RuleWhy(RuleWhy.Story(code, notes: notes))
                return
            }
            why = RuleWhy(active.isEmpty ? idle(plan, code, notes) : begun(plan, code, notes))
        }
    }

    /// How many names a code has at most.
    static let mostNames = 8

    /// Each that is the case, as far as a person reads on.
    private static func code(_ words: [String]) -> String {
        words.prefix(mostNames).joined(separator: "+") + (words.count > mostNames ? "+more" : "")
    }

    /// What people should not overlook, whatever leads: alerts, the gravest first, other rules in trouble, and paused ones.
    private func notes(
        on active: [Int], _ others: [Int], _ paused: [Int], _ plan: RulePlan
    ) -> String {
        let rules = active.map { plan.rules[$0] }
        let alerts = Severity.allCases.reversed().flatMap { severity in
            rules.filter { $0.severity == severity }.compactMap { rule in
                rule.alert.map { "\(severity.rawValue): \($0)" }
            }
        }
        let names = paused.map { plan.rules[$0].name }
        let shown = names.prefix(Self.mostNames).joined(separator: ", ")
        let rest = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
        let inTrouble = others.prefix(3).map {
            "\(plan.rules[$0].name) is \(states[$0].trouble.word), too"
        }
        return (alerts.prefix(3) + inTrouble + (names.isEmpty ? [] : ["paused: \(shown)\(rest)"]))
            .joined(separator: "; ")
    }

    private func named(_ plan: RulePlan) -> [RuleWhy.Named] {
        plan.rules[lead].figures.map {
            RuleWhy.Named(name: plan.names[$0], dimension: plan.dimensions[$0])
        }
    }

    /// What begins a rule.
    private func beginning(of rule: RulePlan.Rule) -> String {
        let events = rule.events.map(\.words).joined(separator: " or ")
        let every = rule.every.map { "every \(text(ofSeconds: Double($0) / 1e9))" }
        return [
            events.isEmpty ? nil : events, every, rule.when?.clause.text,
        ].compactMap { $0 }.joined(separator: " with ")
    }

    private func idle(_ plan: RulePlan, _ code: String, _ notes: String) -> RuleWhy.Story {
        let rule = plan.rules[lead]
        return RuleWhy.Story(
            code, about: rule.name, .idle, clause: beginning(of: rule),
            until: rule.until?.clause.text ?? "", inputs: named(plan), notes: notes)
    }

    private func begun(_ plan: RulePlan, _ code: String, _ notes: String) -> RuleWhy.Story {
        let (rule, state) = (plan.rules[lead], states[lead])
        let (number, cause) = (Int(state.event), Int(state.cause))
        var clause = beginning(of: rule)
        if rule.events.indices.contains(number) {
            clause = rule.events[number].words
        } else if let when = rule.when?.clause, when.nodes.indices.contains(cause) {
            clause = when.words(of: cause)
        }
        let until = [
            rule.until.map { "until \($0.clause.text)" },
            rule.time.map { "for \(text(ofSeconds: Double($0) / 1e9))" },
        ].compactMap { $0 }.joined(separator: ", ")
        return RuleWhy.Story(
            code, about: rule.name, .active, clause: clause, until: until, inputs: named(plan),
            notes: notes)
    }

    private func trouble(
        of index: Int, _ inputs: RuleInputs, _ plan: RulePlan, _ code: String, _ notes: String
    ) -> RuleWhy.Story {
        let rule = plan.rules[index]
        switch states[index].trouble {
        case .none: return RuleWhy.Story(code, about: rule.name, notes: notes)
        case .doubtful:
            let condition = [rule.when, rule.until].compactMap { $0 }
                .first { registers.values[$0.register].isNaN }
            return RuleWhy.Story(
                code, about: rule.name, .doubtful, clause: condition?.clause.text ?? "",
                detail: condition.map { doubt(in: $0, inputs, plan) } ?? "an input is not known",
                notes: notes)
        case .spent:
            return RuleWhy.Story(
                code, about: rule.name, .spent, detail: rule.atMost.map(\.description) ?? "",
                notes: notes)
        case .refused:
            return RuleWhy.Story(
                code, about: rule.name, .refused, detail: refusals[rule.name] ?? "refused",
                notes: notes)
        }
    }

    /// Which input is not known, and why.
    func doubt(in condition: RulePlan.Condition, _ inputs: RuleInputs, _ plan: RulePlan) -> String {
        for node in condition.clause.reachable {
            let index = Int(condition.registers[node])
            guard registers.values[index].isNaN else { continue }
            let op = plan.ops[index]
            switch op.code {
            case .window, .days: return clockDoubt(inputs.clock)
            case .input:
                let name = plan.inputs[Int(op.left)].name
                guard let number = inputs.readings.names.firstIndex(of: name) else {
                    return "\(name) is not connected"
                }
                let sample = inputs.readings.samples[number]
                let quality = sample.quality.description
                return "\(name) is \(sample.good == nil ? quality : "something else")"
            default: continue
            }
        }
        return "a result is not a number"
    }

    private func clockDoubt(_ clock: Sample<WallTime>?) -> String {
        guard let clock else { return "no clock is connected" }
        let reason = clock.quality.reason ?? "not set"
        return reason.hasPrefix("the clock") ? reason : "the clock is \(reason)"
    }

    /// Puts what the inputs say now into the reason.
    mutating func showFigures(of plan: RulePlan) {
        guard lead >= 0 else { return }
        let figures = plan.rules[lead].figures
        if figures.count > 0 { why.first = known(figures[0]) }
        if figures.count > 1 { why.second = known(figures[1]) }
        if figures.count > 2 { why.third = known(figures[2]) }
        if why.story.kind == .idle { why.wait = wait(plan.rules[lead], states[lead]) }
    }

    /// Why a rule does not begin that is not active.
    private func wait(_ rule: RulePlan.Rule, _ state: RuleState) -> RuleWhy.Wait {
        guard rule.isByState, value(of: rule.when) == 1 else { return .when }
        if rule.until != nil, value(of: rule.until) != 0 { return .until }
        return state.isArmed ? .atLeast : .armed
    }

    private func value(of condition: RulePlan.Condition?) -> Double {
        condition.map { registers.values[$0.register] } ?? 1
    }

    private func known(_ input: Int) -> Double? {
        let value = registers.inputs[input]
        return value == value ? value : nil
    }
}
