import Core
import JSON
import Settings
import Values

/// Runs a trial: the rules decide as in the service, in time that is moved by hand.
package struct RuleTrial {
    /// What was not as expected, or what the file has wrong.
    package struct Failure: Equatable, Sendable {
        /// Counted from 0.
        package let step: Int
        package let message: String
    }

    private let file: TrialFile
    private let plan: RulePlan
    private var engine: RuleEngine
    private var now = Instant(nanoseconds: 1_000_000_000_000)
    private let beginning: Instant
    private var samples: [Sample<Reading>]
    private var changes: UInt64 = 0
    private var presses: [RuleInputs.Press] = []
    private var asked: [String: String] = [:]
    private var pressNumber: UInt64 = 0
    package private(set) var failures: [Failure] = []
    /// How many expectations were looked at.
    package private(set) var expectations = 0

    /// `settings` are those of the policy that the file names; `nil` for those that are in the file.
    package init(_ file: TrialFile, settings: RuleSettings?) {
        self.file = file
        plan = (settings ?? file.settings)?.plan ?? .empty
        engine = RuleEngine(plan)
        beginning = now
        samples = Array(
            repeating: .absent(since: now, because: "the test has not said it yet"),
            count: plan.inputs.count)
    }

    /// All steps of the file.
    package mutating func run() {
        set(file.inputs, at: 0)
        for (index, step) in file.steps.enumerated() {
            let due = beginning + step.at
            if now > beginning || step.at > .zero { passTime(until: due) }
            now = due
            if step.restarts { restart() }
            set(step.inputs, at: index)
            for event in step.events { press(event, at: index) }
            decide()
            check(step, at: index)
        }
    }

    private mutating func passTime(until due: Instant) {
        if now == beginning { decide() }
        while now + file.period < due {
            now = now + file.period
            decide()
        }
    }

    private mutating func decide() {
        for index in samples.indices {
            guard let value = samples[index].good else { continue }
            samples[index] = .good(value, at: now)
        }
        let clock = file.start.map { start in
            Sample.good(start.time.after(now - beginning), at: now)
        }
        let none = Sample<WallTime>.absent(since: beginning, because: "the test sets no clock")
        let inputs = RuleInputs(
            Readings(names: plan.names, samples: samples), clock: clock ?? none, presses: presses)
        presses = []
        _ = engine.step(inputs, by: plan, at: now)
        for ask in engine.latestAsks { asked[ask.plugin] = ask.words.joined(separator: " ") }
    }

    /// With nothing but what is saved.
    private mutating func restart() {
        let saved = JSONValue(encoding: engine.latestMemory)
        let memory = saved.flatMap { try? $0.decode(as: RuleMemory.self) }
        engine = RuleEngine(plan, resuming: memory ?? RuleMemory())
    }

    private mutating func fail(_ step: Int, _ message: String) {
        failures.append(Failure(step: step, message: message))
    }

    // MARK: What happens

    private mutating func set(_ inputs: [String: String], at step: Int) {
        for (name, text) in inputs.sorted(by: { $0.key < $1.key }) {
            guard let index = plan.names.firstIndex(of: name) else {
                fail(
                    step,
                    "no rule has an input \"\(name)\".\(suggestion(for: name, among: plan.names))")
                continue
            }
            if text == "unknown" {
                samples[index] = .absent(since: now, because: "the test says so")
            } else if let reading = reading(text, plan.inputs[index].dimension) {
                samples[index] = .good(reading, at: now)
            } else {
                let wanted = plan.inputs[index].dimension?.noun ?? "\"closed\" or \"open\""
                fail(step, "\"\(name)\" is \"\(text)\", and \(wanted) or \"unknown\" is expected")
            }
        }
    }

    private mutating func reading(_ text: String, _ dimension: Dimension?) -> Reading? {
        guard let dimension else {
            guard let isActive = ContactWord.state(text) else { return nil }
            changes += 1
            return .contact(Contact(isActive: isActive, changes: changes, changedAt: now))
        }
        let value = dimension == .number ? Double(text) : dimension.value(of: text)
        guard let value, let quantity = dimension.quantities.min(by: { $0.rawValue > $1.rawValue })
        else { return nil }
        return Measurement(quantity, value).map { .measurement($0) }
    }

    private mutating func press(_ text: String, at step: Int) {
        let parts = text.split(separator: ".").map(String.init)
        guard parts.count == 2, let press = ButtonPress(rawValue: parts[1]),
            plan.presses.contains(where: { $0.name == parts[0] })
        else {
            let known = plan.presses.flatMap { button in
                ButtonPress.allCases.map { "\(button.name).\($0.rawValue)" }
            }
            return fail(
                step, "no rule has an event \"\(text)\".\(suggestion(for: text, among: known))")
        }
        pressNumber += 1
        presses.append(
            RuleInputs.Press(
                parts[0],
                Event(number: pressNumber, value: press, postedAt: now, origin: .person)))
    }

    // MARK: What is expected

    private mutating func check(_ step: TrialFile.Step, at index: Int) {
        let why = "\(engine.latestWhy.code): \(engine.latestWhy)"
        for (name, text) in step.expected.sorted(by: { $0.key < $1.key }) {
            guard let output = plan.outputs.firstIndex(where: { $0.name == name }) else {
                let names = plan.outputs.map(\.name)
                fail(index, "no rule sets \"\(name)\".\(suggestion(for: name, among: names))")
                continue
            }
            let wanted = text == "safe" ? nil : ActuatorCommand(words: text)
            guard text == "safe" || wanted != nil else {
                fail(
                    index,
                    "\"\(text)\" is no value of an output; expected \"on\", \"off\", \"40 %\" or \"safe\""
                )
                continue
            }
            expectations += 1
            let found = engine.latestCommands[output]
            if found != wanted {
                fail(
                    index,
                    "expected \(name) \"\(text)\", found \"\(found?.description ?? "safe")\" (\(why))"
                )
            }
        }
        if let reason = step.reason {
            expectations += 1
            let code = engine.latestWhy.code
            if code != reason {
                fail(index, "expected the reason \"\(reason)\", found \"\(code)\" (\(why))")
            }
        }
        for (plugin, words) in step.asked.sorted(by: { $0.key < $1.key }) {
            expectations += 1
            if asked[plugin] != words {
                let found = asked[plugin].map { "\"\($0)\"" } ?? "nothing"
                fail(
                    index,
                    "expected that \(plugin) is asked to \"\(words)\", found \(found) (\(why))")
            }
        }
        asked = [:]
    }
}
