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
        words += troubled.map { "\(plan.rules[$0].name)\(states[$0].trouble.suffix)" }
        words += active.map { plan.rules[$0].name }
        let code = Self.code(words)
        lead = -1
        if let output = tooLong.first {
            let longest = Double(plan.outputs[output].longest ?? 0) / 1e9
            why = RuleWhy(
                RuleWhy.Story(
                    code, about: plan.outputs[output].name, .tooLong,
                    detail: text(ofSeconds: longest)))
        } else if let index = troubled.first {
            why = RuleWhy(trouble(of: index, inputs, plan, code))
        } else {
            lead = active.first ?? ranked.first ?? -1
            guard lead >= 0 else {
                why = RuleWhy(RuleWhy.Story(code))
                return
            }
            why = RuleWhy(active.isEmpty ? idle(plan, code) : begun(plan, code))
        }
    }

    /// Each that is the case, as far as a person reads on.
    private static func code(_ words: [String]) -> String {
        guard !words.isEmpty else { return "idle" }
        return words.prefix(4).joined(separator: "+") + (words.count > 4 ? "+more" : "")
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

    private func idle(_ plan: RulePlan, _ code: String) -> RuleWhy.Story {
        let rule = plan.rules[lead]
        return RuleWhy.Story(
            code, about: rule.name, .idle, clause: beginning(of: rule), inputs: named(plan))
    }

    private func begun(_ plan: RulePlan, _ code: String) -> RuleWhy.Story {
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
            code, about: rule.name, .active, clause: clause, until: until, inputs: named(plan))
    }

    private func trouble(
        of index: Int, _ inputs: RuleInputs, _ plan: RulePlan, _ code: String
    ) -> RuleWhy.Story {
        let rule = plan.rules[index]
        switch states[index].trouble {
        case .none: return RuleWhy.Story(code, about: rule.name)
        case .doubtful:
            let condition = [rule.when, rule.until].compactMap { $0 }
                .first { registers.values[$0.register].isNaN }
            return RuleWhy.Story(
                code, about: rule.name, .doubtful, clause: condition?.clause.text ?? "",
                detail: condition.map { doubt(in: $0, inputs, plan) } ?? "an input is not known")
        case .spent:
            return RuleWhy.Story(
                code, about: rule.name, .spent, detail: rule.atMost.map(\.description) ?? "")
        case .refused:
            return RuleWhy.Story(
                code, about: rule.name, .refused, detail: refusals[rule.name] ?? "refused")
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
        return "a result is no number"
    }

    private func clockDoubt(_ clock: Sample<WallTime>?) -> String {
        guard let clock else { return "no clock is connected" }
        return "the clock is \(clock.quality.reason ?? "not set")"
    }

    /// Puts what the inputs say now into the reason.
    mutating func showFigures(of plan: RulePlan) {
        guard lead >= 0 else { return }
        let figures = plan.rules[lead].figures
        if figures.count > 0 { why.first = known(figures[0]) }
        if figures.count > 1 { why.second = known(figures[1]) }
        if figures.count > 2 { why.third = known(figures[2]) }
    }

    private func known(_ input: Int) -> Double? {
        let value = registers.inputs[input]
        return value == value ? value : nil
    }
}
