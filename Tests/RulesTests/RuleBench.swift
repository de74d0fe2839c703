import Core
import JSON
import Settings
import TestSupport
import Values

@testable import Rules

/// Rules that are stepped by hand, once a second.
struct RuleBench {
    private(set) var plan: RulePlan
    private(set) var engine: RuleEngine
    var now = Instant(nanoseconds: 1_000_000_000_000)
    /// Local noon of 21 June 2026 in Berlin, at the beginning; `nil` for a clock that is not set.
    var noon: Double? = 1_782_036_000
    private let beginning = Instant(nanoseconds: 1_000_000_000_000)
    private var samples: [Sample<Reading>]
    private var changes: UInt64 = 0
    private var numbers: UInt64 = 0

    init(_ rules: String, beside: String = "") throws(ConfigurationErrors) {
        try self.init(Self.settings(rules, beside: beside))
    }

    init(_ settings: RuleSettings) {
        plan = settings.plan
        engine = RuleEngine(plan)
        samples = Self.nothing(plan, now)
    }

    private static func nothing(_ plan: RulePlan, _ now: Instant) -> [Sample<Reading>] {
        Array(repeating: .absent(since: now, because: "unplugged"), count: plan.inputs.count)
    }

    /// The settings of a policy with these rules, one object behind the other.
    static func settings(
        _ rules: String, beside: String = ""
    ) throws(ConfigurationErrors) -> RuleSettings {
        let text = "{\(beside)\(beside.isEmpty ? "" : ",") \"rules\": [\(rules)]}"
        let json = try mapped(to: { SettingPath("").error(.notJSON, "\($0)") }) {
            () throws(JSONSyntaxError) in try JSONValue(parsing: Array(text.utf8))
        }
        return try SettingsReader.read(from: json, at: SettingPath("policies.air"))
    }

    /// What is wrong with such settings, a line each.
    static func errors(_ rules: String, beside: String = "") -> [ConfigurationError] {
        do throws(ConfigurationErrors) {
            _ = try settings(rules, beside: beside)
            return []
        } catch {
            return error.all
        }
    }

    mutating func set(_ name: String, _ dimension: Measurement.Quantity, _ value: Double) {
        guard let index = plan.names.firstIndex(of: name) else { return }
        samples[index] =
            Measurement(dimension, value).map { .good(.measurement($0), at: now) }
            ?? .absent(since: now, because: "out of range")
    }

    mutating func set(_ name: String, _ sample: Sample<Reading>) {
        guard let index = plan.names.firstIndex(of: name) else { return }
        samples[index] = sample
    }

    mutating func set(_ name: String, celsius: Double) { set(name, .temperature, celsius) }

    mutating func set(_ name: String, isActive: Bool) {
        changes += 1
        set(name, .good(.contact(Contact(isActive: isActive, changes: changes)), at: now))
    }

    mutating func lose(_ name: String) { set(name, .absent(since: now, because: "unplugged")) }

    /// One step after `seconds`, with steps each second on the way.
    @discardableResult
    mutating func step(
        after seconds: Double = 1, presses: [(String, ButtonPress)] = [],
        requests: [RuleRequest] = [], answers: [Response] = []
    ) -> [Response] {
        let due = now + .nanoseconds(Int64(seconds * 1e9))
        while now + .seconds(1) < due {
            now = now + .seconds(1)
            decide([], [], [])
        }
        now = due
        return decide(presses, requests, answers)
    }

    @discardableResult
    private mutating func decide(
        _ presses: [(String, ButtonPress)], _ requests: [RuleRequest], _ answers: [Response]
    ) -> [Response] {
        let clock = noon.flatMap { noon in
            WallTime(
                secondsSince1970: noon + (now - beginning).seconds, secondsAheadOfUTC: 7200)
        }
        let pressed = presses.map { name, press in
            RuleInputs.Press(name, event(press))
        }
        let asked = requests.map { event($0) }
        return engine.step(
            RuleInputs(
                Readings(names: plan.names, samples: samples),
                clock: clock.map { .good($0, at: now) }
                    ?? .absent(since: now, because: "not set"),
                presses: pressed, requests: asked, answers: answers), by: plan, at: now)
    }

    private mutating func event<Value: Codable & Equatable & Sendable>(
        _ value: Value
    ) -> Event<Value> {
        numbers += 1
        return Event(number: numbers, value: value, postedAt: now, origin: .person)
    }

    func command(_ output: String) -> ActuatorCommand? {
        plan.outputs.firstIndex { $0.name == output }.flatMap { engine.commands[$0] }
    }

    func isOn(_ output: String) -> Bool { command(output) == .on }
    var code: String { engine.why.code }
    var why: String { engine.why.description }

    /// The service starts anew, with what was saved; the machine's clock goes on, or begins anew.
    mutating func restart(after seconds: Double = 0) throws {
        guard let saved = JSONValue(encoding: engine.memory) else {
            throw TestSupportError("the memory cannot be written")
        }
        let memory = try saved.decode(as: RuleMemory.self)
        engine = RuleEngine(plan, resuming: memory)
        samples = Self.nothing(plan, now)
        now = now + .nanoseconds(Int64(seconds * 1e9))
    }

    /// Goes on by other rules, as `roost apply` has it do.
    mutating func apply(_ rules: String, beside: String = "") throws {
        let new = try Self.settings(rules, beside: beside).plan
        engine = engine.successor(by: new, after: plan)
        let (names, old) = (plan.names, samples)
        plan = new
        samples = Self.nothing(new, now)
        for (index, name) in new.names.enumerated() {
            if let number = names.firstIndex(of: name) { samples[index] = old[number] }
        }
    }
}
