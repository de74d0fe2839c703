import Core
import JSON
import Settings
import Values

/// Runs a trial: the rules decide as in the service, in time that is moved by hand.
package struct RuleTrial {
    /// What was not as expected, or what the file has wrong.
    package struct Failure: Equatable, Sendable, CustomStringConvertible {
        /// Counted from 0; `nil` of what the file has before its steps.
        package let step: Int?
        package let message: String

        package var description: String {
            "\(step.map { "steps[\($0)]" } ?? "inputs"): \(message)"
        }
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
    package private(set) var failures: [Failure]
    /// Whether the file has mistakes, all of which are among the failures: then nothing is run.
    package let isMistaken: Bool
    /// The reason of the last step, in words.
    package var why: String { engine.why.description }
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
        failures = file.mistakes(in: plan)
        isMistaken = !failures.isEmpty
    }

    /// All steps of the file.
    package mutating func run() {
        guard !isMistaken else { return }
        set(file.inputs)
        for (index, step) in file.steps.enumerated() {
            let due = beginning + step.at
            if now > beginning || step.at > .zero { passTime(until: due) }
            now = due
            if step.restarts { restart() }
            set(step.inputs)
            for event in step.events { press(event) }
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
        for ask in engine.asks { asked[ask.plugin] = ask.words.joined(separator: " ") }
    }

    /// With nothing but what is saved.
    private mutating func restart() {
        let saved = JSONValue(encoding: engine.memory)
        let memory = saved.flatMap { try? $0.decode(as: RuleMemory.self) }
        engine = RuleEngine(plan, resuming: memory ?? RuleMemory())
    }

    private mutating func fail(_ step: Int, _ message: String) {
        failures.append(Failure(step: step, message: message))
    }

    // MARK: What happens

    private mutating func set(_ inputs: [String: String]) {
        for (name, text) in inputs.sorted(by: { $0.key < $1.key }) {
            guard let index = plan.names.firstIndex(of: name) else { continue }
            guard let reading = TrialFile.reading(text, plan.inputs[index].dimension) else {
                samples[index] = .absent(since: now, because: "the test says so")
                continue
            }
            samples[index] = .good(counted(reading), at: now)
        }
    }

    /// Each that is said of a contact is one more change.
    private mutating func counted(_ reading: Reading) -> Reading {
        guard case .contact(let contact) = reading else { return reading }
        changes += 1
        return .contact(Contact(isActive: contact.isActive, changes: changes, changedAt: now))
    }

    private mutating func press(_ text: String) {
        let parts = text.split(separator: ".").map(String.init)
        guard parts.count == 2, let press = ButtonPress(rawValue: parts[1]) else { return }
        pressNumber += 1
        presses.append(
            RuleInputs.Press(
                parts[0],
                Event(number: pressNumber, value: press, postedAt: now, origin: .person)))
    }

    // MARK: What is expected

    private mutating func check(_ step: TrialFile.Step, at index: Int) {
        let why = "\(engine.why.code): \(engine.why)"
        for (name, text) in step.expected.sorted(by: { $0.key < $1.key }) {
            guard let output = plan.outputs.firstIndex(where: { $0.name == name }) else { continue }
            expectations += 1
            let found = engine.commands[output]
            guard found != ActuatorCommand(words: text) else { continue }
            fail(
                index,
                "expected \(name) \"\(text)\", found \"\(found?.description ?? "safe")\" (\(why))")
        }
        if let reason = step.reason {
            expectations += 1
            let code = engine.why.code
            if code != reason {
                fail(index, "expected the reason \"\(reason)\", found \"\(code)\" (\(why))")
            }
        }
        if let wanted = step.asked { checkAsked(wanted, at: index, why) }
        asked = [:]
    }

    private mutating func checkAsked(_ wanted: [String: String], at index: Int, _ why: String) {
        expectations += max(1, wanted.count)
        for plugin in Set(wanted.keys).union(asked.keys).sorted()
        where asked[plugin] != wanted[plugin] {
            let (words, found) = (wanted[plugin], asked[plugin])
            let expected = words.map { "that \(plugin) is asked to \"\($0)\"" }
            fail(
                index,
                "expected \(expected ?? "that \(plugin) is asked nothing"), found "
                    + "\(found.map { "\"\($0)\"" } ?? "nothing") (\(why))")
        }
    }
}
