import Core
import Settings
import Values

/// The settings of a policy by rules.
package final class RuleSettings: PluginSettings {
    /// All that the rules come to; with no rule in it where they are wrong, which the reader has told then.
    package let plan: RulePlan

    package init(_ read: SettingsReader) {
        let texts = read(
            required: "rules",
            .list(of: .object(RuleText.self), count: 1...RulePlan.mostRules),
            "The rules: see docs/automations.md.", protects: .nothing)
        let grace = read(
            "grace", .duration(.zero ... .seconds(86_400)), default: .seconds(60),
            "How long a rule remains active while it is unknown whether it should. Then its outputs go to their safe level.",
            protects: .nothing)
        let longest = read(
            "longest", .named(.duration(.seconds(1) ... .seconds(604_800)), count: 0...100),
            default: [:],
            "By output, how long rules may command it without a break. Then it goes to its safe level until no rule sets it.",
            protects: .nothing)
        let place = read.optionalPosition("Where the sun rises and sets, for rules that go by it.")
        var builder = PlanBuilder(texts, grace: grace, longest: longest, place: place)
        // Where no rule could be read, that is said already.
        plan = texts.isEmpty ? .empty : builder.build() ?? .empty
        for mistake in builder.mistakes {
            let hint = mistake.error.replacement.flatMap { _ in
                mistake.text.flatMap { mistake.error.corrected($0) }
            }
            read.reject(
                mistake.place, mistake.error.code, mistake.error.message, correction: hint)
        }
    }
}

extension RulePlan {
    /// What people should look at in rules that are not wrong.
    package func remarks(connected: BoundPorts) -> [String] {
        rules.enumerated().flatMap { index, rule -> [String] in
            let found = [band(of: rule), chase(of: rule, connected)].compactMap { $0 }
            return found.map { "rules[\(index)] (\(rule.name)): \($0)" }
        }
    }

    /// A figure with no way back.
    private func band(of rule: Rule) -> String? {
        guard let when = rule.when, rule.isByState else { return nil }
        if let until = rule.until {
            guard let (band, node, name) = Band.odd(when.clause, until.clause) else { return nil }
            let words = until.clause.words(of: node)
            if band == .sameSide {
                return
                    "\"\(words)\" in \"until\" is on the same side as \"when\": it does not end on the way back of \"\(name)\""
            }
            guard rule.atLeast == 0 else { return nil }
            return
                "\"\(words)\" in \"until\" has the figure of \"when\": near that it begins and ends with each small "
                + "change; leave a gap between the two"
        }
        guard rule.time == nil, rule.atLeast == 0, let words = when.threshold else { return nil }
        return
            "\"\(words)\" has no way back: near that figure it begins and ends with each small change; say \"until\" with "
            + "another figure, or \"at_least\""
    }

    /// An output that changes what its rule goes by, which then ends and begins by what it does itself. Where "until" has
    /// another figure, or is about something else, that is meant.
    private func chase(of rule: Rule, _ connected: BoundPorts) -> String? {
        guard let when = rule.when, rule.isByState, rule.until == nil, rule.time == nil,
            rule.atLeast == 0, when.threshold == nil
        else { return nil }
        let numbers = inputs(of: when).filter { inputs[$0].dimension != nil }.sorted()
        for output in rule.set.keys.sorted() {
            let driven = numbers.first { input in
                connected.share(inputs[input].name, output)
                    || [.percent, .light].contains(inputs[input].dimension)
                        && isOnLight(inputs[input].name)
            }
            guard let driven else { continue }
            return
                "it sets \"\(output)\" by \"\(inputs[driven].name)\", which that may change: say \"until\" with another "
                + "figure, or \"at_least\", so that it does not end by what it does itself"
        }
        return nil
    }

    /// Whether it is compared in lux, or called after light: a lamp shines on what measures it.
    private func isOnLight(_ name: String) -> Bool {
        inputs.contains { $0.name == name && $0.dimension == .light }
            || ["light", "bright", "dark"].contains { name.lowercased().mentions($0) }
    }

    private func inputs(of condition: Condition) -> [Int] {
        condition.clause.reachable.compactMap { node in
            let op = ops[Int(condition.registers[node])]
            return op.code == .input ? Int(op.left) : nil
        }
    }

    /// What rules ask other plugins for, to be compared with what those take.
    package var plannedAsks: [PlannedAsk] {
        rules.flatMap { rule in
            rule.asks.map {
                PlannedAsk(
                    $0.plugin, $0.words, isBounded: rule.atMost != nil, at: $0.mention)
            }
        }
    }
}

extension RulePlan.Condition {
    /// The first comparison of a number that counts at once; `nil` where each has to hold for a while.
    fileprivate var threshold: String? {
        let reachable = clause.reachable
        var isHeld = Set<Int>()
        for node in reachable.reversed() {
            let parts = [clause.nodes[node].left, clause.nodes[node].right].filter { $0 >= 0 }
            if case .since = clause.nodes[node].kind { isHeld.formUnion(parts) }
            if isHeld.contains(node) { isHeld.formUnion(parts) }
        }
        let found = reachable.first {
            clause.nodes[$0].kind.isComparison && !isHeld.contains($0)
        }
        return found.map { clause.words(of: $0) }
    }
}
