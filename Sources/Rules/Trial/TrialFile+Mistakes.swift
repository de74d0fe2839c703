import Core
import Settings
import Values

/// Names and values of a trial that its rules do not know: found before anything is run.
extension TrialFile {
    func mistakes(in plan: RulePlan) -> [RuleTrial.Failure] {
        var all = inputs.sorted { $0.key < $1.key }.compactMap { name, text in
            mistake(name, text, plan).map { RuleTrial.Failure(step: nil, message: $0) }
        }
        for (index, step) in steps.enumerated() {
            all += mistakes(of: step, plan).map { RuleTrial.Failure(step: index, message: $0) }
        }
        return all
    }

    private func mistakes(of step: Step, _ plan: RulePlan) -> [String] {
        let inputs = step.inputs.sorted { $0.key < $1.key }
            .compactMap { mistake($0, $1, plan) }
        let events = step.events.compactMap { mistake($0, plan) }
        let outputs = step.expected.sorted { $0.key < $1.key }
            .compactMap { mistake(ofOutput: $0, $1, plan) }
        let asks = (step.asked ?? [:]).keys.sorted()
            .compactMap { mistake(ofAsked: $0, plan) }
        let reason = step.reason.flatMap { mistake(ofReason: $0, plan) }
        return inputs + events + outputs + asks + [reason].compactMap { $0 }
    }

    /// What an input says; `nil` of "unknown", and of what it cannot say.
    static func reading(_ text: String, _ dimension: Dimension?) -> Reading? {
        guard let dimension else {
            return ContactWord.state(text).map { .contact(Contact(isActive: $0)) }
        }
        let value = dimension == .number ? Double(text) : dimension.value(of: text)
        guard let value, let quantity = dimension.quantities.max(by: { $0.rawValue < $1.rawValue })
        else { return nil }
        return Measurement(quantity, value).map { .measurement($0) }
    }

    private func mistake(_ name: String, _ text: String, _ plan: RulePlan) -> String? {
        guard let input = plan.inputs.first(where: { $0.name == name }) else {
            return "no rule has an input \"\(name)\".\(suggestion(for: name, among: plan.names))"
        }
        guard text != Word.unknown.rawValue, Self.reading(text, input.dimension) == nil else {
            return nil
        }
        let states = ContactWord.active + ContactWord.inactive
        let near = input.dimension == nil ? suggestion(for: text, among: states) : ""
        let wanted = input.dimension?.noun ?? "a state such as \"closed\" or \"open\""
        return "\"\(name)\" is \"\(text)\"; expected \(wanted), or \"unknown\".\(near)"
    }

    private func mistake(_ event: String, _ plan: RulePlan) -> String? {
        let known = plan.presses.flatMap { button in
            ButtonPress.allCases.map { "\(button.name).\($0.rawValue)" }
        }
        guard !known.contains(event) else { return nil }
        return "no rule has an event \"\(event)\".\(suggestion(for: event, among: known))"
    }

    private func mistake(ofOutput name: String, _ text: String, _ plan: RulePlan) -> String? {
        guard plan.outputNames.contains(name) else {
            return "no rule sets \"\(name)\".\(suggestion(for: name, among: plan.outputNames))"
        }
        guard text != "safe", ActuatorCommand(words: text) == nil else { return nil }
        return
            "\"\(text)\" is not a value of an output; expected \"on\", \"off\", \"40 %\" or \"safe\""
    }

    private func mistake(ofAsked plugin: String, _ plan: RulePlan) -> String? {
        let known = plan.rules.flatMap(\.asks).map(\.plugin)
        guard !known.contains(plugin) else { return nil }
        return "no rule asks \"\(plugin)\".\(suggestion(for: plugin, among: Set(known)))"
    }

    private func mistake(ofReason code: String, _ plan: RulePlan) -> String? {
        let names = plan.rules.map(\.name)
        var known = Set(names + ["idle", "more"])
        for suffix in ["doubtful", "spent", "refused"] {
            known.formUnion(names.map { "\($0)-\(suffix)" })
        }
        known.formUnion(plan.outputNames.map { "\($0)-too-long" })
        let unknown = code.split(separator: "+").map(String.init).first { !known.contains($0) }
        return unknown.map {
            "no reason of these rules is called \"\($0)\".\(suggestion(for: $0, among: known))"
        }
    }
}
