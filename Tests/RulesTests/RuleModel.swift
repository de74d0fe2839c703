import Core
import Settings
import TestSupport
import Values

@testable import Rules

/// Rules in a small world, of which every state that can be reached is looked at: what inputs say, and how much time passes,
/// is chosen anew in each step.
struct RuleModel {
    /// What the world does in one step.
    struct Turn: Hashable, CustomStringConvertible {
        /// By input: a number or a state; `nil` for unknown.
        let inputs: [Double?]
        let isPressed: Bool
        let seconds: Int64

        var description: String {
            let words = inputs.map { $0.map { shortText(of: $0) } ?? "?" }.joined(separator: " ")
            return "\(words)\(isPressed ? " press" : "") +\(seconds)s"
        }
    }

    /// What was expected never to be, with the shortest way to it.
    struct Story: CustomStringConvertible {
        let law: String
        let turns: [Turn]

        var description: String { "\(law): " + turns.map(\.description).joined(separator: ", ") }
    }

    private struct Node {
        let engine: RuleEngine
        let now: Int64
        let parent: Int
        let turn: Turn?
        /// How long each output has been commanded.
        let commanded: [Int64]
        let depth: Int
    }

    let plan: RulePlan
    /// What decides in the place of the plan's own conditions; the same but where something is broken on purpose.
    let decided: RulePlan
    let choices: [[Double?]]
    private(set) var states = 0

    init(_ settings: RuleSettings, choices: [[Double?]], broken: ((RulePlan) -> RulePlan)? = nil) {
        plan = settings.plan
        decided = broken?(settings.plan) ?? settings.plan
        self.choices = choices
    }

    /// Every turn that the world can take.
    private var turns: [Turn] {
        var all: [[Double?]] = [[]]
        for choice in choices { all = all.flatMap { begun in choice.map { begun + [$0] } } }
        let presses = plan.presses.isEmpty ? [false] : [false, true]
        return all.flatMap { inputs in
            presses.flatMap { press in
                [1, 7].map { Turn(inputs: inputs, isPressed: press, seconds: $0) }
            }
        }
    }

    /// Looks at all states up to so many steps away from the beginning.
    ///
    /// - Returns: the first story that breaks a law; `nil` where none does.
    mutating func explore(depth: Int, atMost limit: Int = 400_000) -> Story? {
        let start: Int64 = 1_000_000_000_000
        var nodes = [
            Node(
                engine: RuleEngine(decided), now: start, parent: -1, turn: nil,
                commanded: decided.outputs.map { _ in 0 }, depth: 0)
        ]
        var seen: Set<[Int64]> = []
        var next = 0
        let turns = turns
        while next < nodes.count, nodes.count < limit {
            let node = nodes[next]
            defer { next += 1 }
            guard node.depth < depth else { continue }
            for turn in turns {
                let (after, law) = take(turn, from: node, at: next)
                if let law { return Story(law: law, turns: way(to: next, in: nodes) + [turn]) }
                if seen.insert(fingerprint(after.engine, at: after.now, after.commanded)).inserted {
                    nodes.append(after)
                    if let law = stays(after) {
                        return Story(law: law, turns: way(to: nodes.count - 1, in: nodes))
                    }
                }
            }
        }
        states = nodes.count
        return nil
    }

    private func way(to index: Int, in nodes: [Node]) -> [Turn] {
        var turns: [Turn] = []
        var index = index
        while index >= 0, let turn = nodes[index].turn {
            turns.append(turn)
            index = nodes[index].parent
        }
        return turns.reversed()
    }

    private func inputs(_ turn: Turn, at now: Instant) -> RuleInputs {
        let samples = zip(plan.inputs, turn.inputs).map { input, value -> Sample<Reading> in
            guard let value else { return .absent(since: now, because: "unplugged") }
            guard let dimension = input.dimension, let quantity = dimension.quantities.first else {
                return .good(.contact(Contact(isActive: value == 1)), at: now)
            }
            return Measurement(quantity, value).map { .good(.measurement($0), at: now) }
                ?? .absent(since: now, because: "out of range")
        }
        let presses = plan.presses.prefix(turn.isPressed ? 1 : 0).map {
            RuleInputs.Press(
                $0.name, Event(number: 1, value: .press, postedAt: now, origin: .person))
        }
        return RuleInputs(
            Readings(names: plan.names, samples: samples), presses: Array(presses))
    }

    private func take(_ turn: Turn, from node: Node, at index: Int) -> (Node, law: String?) {
        let now = Instant(nanoseconds: node.now) + .seconds(turn.seconds)
        var engine = node.engine
        let before = engine.states.map(\.isActive)
        _ = engine.step(inputs(turn, at: now), by: decided, at: now)
        var law: String?
        for (number, rule) in plan.rules.enumerated()
        where engine.states[number].isActive && !before[number] {
            let isTrue = truth(of: rule.when, turn, engine)
            let isOver = truth(of: rule.until, turn, engine)
            if rule.when != nil, isTrue != true {
                law = "\(rule.name) begins and is not known to be wanted"
            }
            if rule.until != nil, isOver != false {
                law = "\(rule.name) begins and its end is not known to be false"
            }
        }
        var commanded = node.commanded
        for (number, output) in plan.outputs.enumerated() {
            let isCommanded = engine.commands[number] != nil
            let wasCommanded = node.engine.commands[number] != nil
            // What was commanded at the step before holds up to this one.
            commanded[number] = wasCommanded ? node.commanded[number] + turn.seconds : 0
            if let longest = output.longest, isCommanded,
                commanded[number] * 1_000_000_000 >= longest
            {
                law = "\(output.name) is commanded for longer than its longest time"
            }
        }
        return (
            Node(
                engine: engine, now: now.nanoseconds, parent: index, turn: turn,
                commanded: commanded, depth: node.depth + 1), law
        )
    }

    /// From here everything comes to its safe level if nobody knows anything any more, within the longest times of the rules.
    private func stays(_ node: Node) -> String? {
        var engine = node.engine
        var now = Instant(nanoseconds: node.now)
        let blind = Turn(inputs: plan.inputs.map { _ in nil }, isPressed: false, seconds: 1)
        let limits = plan.rules.map { $0.grace + ($0.time ?? 0) + $0.atLeast }
        let limit = (limits.max() ?? 0) / 1_000_000_000 + 2
        for _ in 0..<limit {
            now = now + .seconds(1)
            _ = engine.step(inputs(blind, at: now), by: decided, at: now)
        }
        let on = zip(plan.outputs, engine.commands).first { $1 != nil }
        return on.map { "\($0.0.name) never comes to its safe level" }
    }

    // MARK: What a condition means, once more

    /// By the text, with three values, and by nothing of the engine but how long something has held.
    private func truth(
        of condition: RulePlan.Condition?, _ turn: Turn, _ engine: RuleEngine
    ) -> Bool? {
        guard let condition else { return true }
        return truth(condition.clause.root, condition, turn, engine)
    }

    private func truth(
        _ index: Int, _ condition: RulePlan.Condition, _ turn: Turn, _ engine: RuleEngine
    ) -> Bool? {
        let node = condition.clause.nodes[index]
        let side = { (part: Int) in truth(part, condition, turn, engine) }
        switch node.kind {
        case .and:
            let (left, right) = (side(node.left), side(node.right))
            if left == false || right == false { return false }
            return left == nil || right == nil ? nil : true
        case .or:
            let (left, right) = (side(node.left), side(node.right))
            if left == true || right == true { return true }
            return left == nil || right == nil ? nil : false
        case .not: return side(node.left).map { !$0 }
        case .contact(let name, let isActive):
            return value(name, turn).map { ($0 == 1) == isActive }
        case .known(let name, let isKnown): return (value(name, turn) != nil) == isKnown
        case .since:
            guard let holds = side(node.left) else { return nil }
            return holds ? engine.registers.values[Int(condition.registers[index])] == 1 : false
        case .less: return compare(node, condition, turn, <)
        case .lessOrEqual: return compare(node, condition, turn, <=)
        case .greater: return compare(node, condition, turn, >)
        case .greaterOrEqual: return compare(node, condition, turn, >=)
        case .always: return true
        default: return nil
        }
    }

    private func value(_ name: String, _ turn: Turn) -> Double? {
        plan.names.firstIndex(of: name).flatMap { turn.inputs[$0] }
    }

    private func compare(
        _ node: Clause.Node, _ condition: RulePlan.Condition, _ turn: Turn,
        _ holds: (Double, Double) -> Bool
    ) -> Bool? {
        guard let left = number(node.left, condition, turn),
            let right = number(node.right, condition, turn)
        else { return nil }
        return holds(left, right)
    }

    private func number(
        _ index: Int, _ condition: RulePlan.Condition, _ turn: Turn
    ) -> Double? {
        let node = condition.clause.nodes[index]
        switch node.kind {
        case .quantity(let text): return node.dimension?.value(of: text)
        case .number(let value): return value
        case .name(let name): return value(name, turn)
        case .subtract:
            guard let left = number(node.left, condition, turn),
                let right = number(node.right, condition, turn)
            else { return nil }
            return left - right
        default: return nil
        }
    }

    // MARK: What makes two states the same

    private func fingerprint(
        _ engine: RuleEngine, at now: Int64, _ commanded: [Int64]
    ) -> [Int64] {
        /// No rule here looks further back.
        let far: Int64 = 100_000_000_000
        func past(_ time: Int64) -> Int64 { time == Registers.never ? -1 : min(far, now - time) }
        func future(_ time: Int64) -> Int64 { time == Registers.never ? -1 : max(-1, time - now) }
        var marks = engine.registers.timers.map { past($0) } + commanded
        for state in engine.states {
            marks += [
                state.isActive ? 1 : 0, state.isArmed ? 1 : 0, Int64(state.trouble.rawValue),
                state.isActive ? past(state.begunAt) : -1, future(state.endsAt),
                past(state.endedAt), past(state.unknownSince), future(state.dueAt),
            ]
        }
        for output in engine.outputs { marks += [past(output.since), output.isTooLong ? 1 : 0] }
        return marks
    }
}
