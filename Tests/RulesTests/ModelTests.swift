import Settings
import TestSupport
import Testing

@testable import Rules

/// What rules must never do, looked for in every state of small worlds.
@Suite struct ModelTests {
    struct World: Sendable, CustomTestStringConvertible {
        let name: String
        let rules: String
        var beside = #""grace": "3 s""#
        let choices: [[Double?]]
        var testDescription: String { name }
    }

    static let worlds = [
        World(
            name: "two thresholds over two inputs",
            rules:
                #"{"name": "a", "when": "x > 28 °C or y > 5 V", "until": "x < 26 °C and y < 4 V", "set": {"o": "on"}}"#,
            choices: [[20, 27, 30, nil], [3, 6, nil]]),
        World(
            name: "a dwell, not and a contact",
            rules:
                #"{"name": "a", "when": "not (c is closed) and x > 2 V since 5 s", "set": {"o": "on"}}"#,
            choices: [[0, 1, nil], [1, 3, nil]]),
        World(
            name: "times, events and a condition",
            rules:
                #"{"name": "a", "on": "b.press", "when": "c is closed", "set": {"o": "on"}, "for": "9 s"}"#,
            choices: [[0, 1, nil]]),
        World(
            name: "priorities and a longest time",
            rules: #"""
                {"name": "a", "when": "c is closed", "set": {"o": "on"}, "priority": 1},
                {"name": "b", "when": "d is open", "until": "d is closed since 3 s", "set": {"o": "off"}, "priority": 2}
                """#, beside: #""grace": "3 s", "longest": {"o": "12 s"}"#,
            choices: [[0, 1, nil], [0, 1, nil]]),
        World(
            name: "every so often with an end by a state",
            rules:
                #"{"name": "a", "every": "10 s", "when": "x < 4 V", "until": "x > 6 V", "set": {"o": "on"}, "for": "8 s"}"#,
            choices: [[3, 5, 7, nil]]),
        World(
            name: "the shortest time, and the difference of two",
            rules:
                #"{"name": "a", "when": "x - y > 2 K and x > 0 °C", "until": "x - y < 1 K", "set": {"o": "on"}, "at_least": "5 s"}"#,
            choices: [[10, 20, nil], [9, 19, nil]]),
    ]

    @Test(
        "Unknown begins nothing, no output is commanded beyond its longest time, and from everywhere all comes to its safe level",
        arguments: worlds)
    func laws(world: World) throws {
        let settings = try RuleBench.settings(world.rules, beside: world.beside)
        var model = RuleModel(settings, choices: world.choices)
        if let story = model.explore(
            depth: trials(4, thorough: 7), atMost: trials(20_000, thorough: 400_000))
        {
            Issue.record("\(story)")
        }
        #expect(model.states > 50, "\(model.states)")
    }

    /// The ops of a plan with some in the place of others.
    private func broken(_ plan: RulePlan, _ change: (Op) -> Op) -> RulePlan {
        RulePlan(
            rules: plan.rules, inputs: plan.inputs, presses: plan.presses, outputs: plan.outputs,
            ops: plan.ops.map(change), timers: plan.timers, windows: plan.windows,
            usesClock: plan.usesClock, place: plan.place)
    }

    @Test("An evaluator that is broken on purpose is found, with the shortest story to it")
    func stories() throws {
        let and = Self.worlds[1]
        var model = RuleModel(
            try RuleBench.settings(and.rules, beside: and.beside), choices: and.choices,
            broken: { plan in
                broken(plan) { op in
                    op.code == .and ? Op(code: .or, left: op.left, right: op.right) : op
                }
            })
        let first = model.explore(depth: 5)
        let story = try #require(first)
        #expect(story.law == "a begins and is not known to be wanted")
        #expect(story.turns.count == 1, "\(story)")
        let times = Self.worlds[3]
        model = RuleModel(
            try RuleBench.settings(times.rules, beside: times.beside), choices: times.choices,
            broken: { plan in
                RulePlan(
                    rules: plan.rules, inputs: plan.inputs, presses: plan.presses,
                    outputs: plan.outputs.map {
                        RulePlan.Output(
                            name: $0.name, kinds: $0.kinds, mention: $0.mention, longest: nil,
                            setters: $0.setters)
                    }, ops: plan.ops, timers: plan.timers, windows: plan.windows,
                    usesClock: false, place: nil)
            })
        let second = model.explore(depth: 5)
        let late = try #require(second)
        #expect(late.law == "o is commanded for longer than its longest time")
        #expect(late.turns.count == 3, "\(late)")
    }
}
