import Core
import JSON
import Settings
import Values

/// What would have made a step decide otherwise: it is decided again, from the state that the policy had, with one
/// thing changed at a time.
package struct Counterfactuals: Sendable {
    /// One change with which something else is decided. It was tried.
    package struct Finding: Sendable {
        /// "light", or "dwell" of the settings.
        package let name: String
        package let isSetting: Bool
        /// "18.1 %"
        package var instead: String
        /// "8.0 %"
        package let was: String
        package let decision: ReasonReport
    }

    /// More decisions than the largest policy needs: it ends, whatever the policy.
    private static let maxTrials = 20_000

    package private(set) var findings: [Finding] = []
    /// How often the step was decided again.
    package private(set) var trials = 0
    /// Why no other settings were tried; `nil` where they were.
    package private(set) var settingsObstacle: String?
    private let moment: RecordedMoment

    /// Tries all that there is.
    package init(of moment: RecordedMoment) {
        self.moment = moment
        if case .object(let members) = moment.inputs {
            for (name, input) in members.sorted(by: { $0.key < $1.key }) { vary(name, input) }
        }
        varySettings()
    }

    // MARK: Trying

    private mutating func outcome(
        _ patch: JSONValue, settings: JSONValue? = nil
    ) -> NumberSteps.Outcome {
        guard trials < Self.maxTrials else { return .impossible }
        trials += 1
        do throws(PlainError) {
            let inputs = moment.inputs.merging(patch)
            return try moment.trial.otherDecision(by: inputs, with: settings)
                .map { .other($0) } ?? .same
        } catch {
            return .impossible
        }
    }

    private mutating func `try`(
        _ name: String, _ instead: String, was: String, _ patch: JSONValue
    ) {
        guard case .other(let decision) = outcome(patch) else { return }
        findings.append(
            Finding(
                name: name, isSetting: false, instead: instead, was: was, decision: decision))
    }

    // MARK: Inputs

    private mutating func vary(_ name: String, _ input: JSONValue) {
        if case .array(let events) = input {
            guard !events.isEmpty else { return }
            let was = events.map(Self.words(ofEvent:)).joined(separator: "; ")
            return self.try(name, "nothing", was: was, [name: []])
        }
        guard case .object(let quality)? = input["quality"] else { return }
        guard quality["good"] != nil, let value = input["value"] else {
            return restore(name, input, quality)
        }
        let variables = variables(of: name)
        for variable in variables { vary(name, value, variable) }
        for (path, former) in moment.inputsBefore.former where path.first == name {
            let isKnown = variables.contains { ["value"] + $0.path == path.dropFirst() }
            guard !isKnown, let now = Self.member(path, of: moment.inputs) else { continue }
            let words = path.dropFirst(2).joined(separator: " ")
            self.try(
                name, "\(words) \(Explanation.words(former))", was: Explanation.words(now),
                Self.patch(path, former))
        }
    }

    /// "lock, by a person"
    private static func words(ofEvent event: JSONValue) -> String {
        guard let value = event["value"] else { return Explanation.words(event) }
        let origin = event["origin"]?["description"].map(Explanation.words)
        return Explanation.words(value) + (origin.map { ", by \($0)" } ?? "")
    }

    /// As it was when it last could be trusted.
    private mutating func restore(
        _ name: String, _ input: JSONValue, _ quality: [String: JSONValue]
    ) {
        guard let value = moment.inputsBefore.good[name],
            let now = JSONValue(integer: moment.at.nanoseconds)
        else { return }
        var changes = quality.mapValues { _ in JSONValue.null }
        changes["good"] = [:]
        self.try(
            name, "as it last was: \(Explanation.words(value))",
            was: quality.keys.sorted().joined(),
            [name: ["value": value, "takenAt": now, "quality": .object(changes)]])
    }

    /// The names of inputs are those of the ports, perhaps in another spelling.
    private func variables(of input: String) -> [Variable] {
        let ports = moment.plugin.ports(of: moment.settings)
        let port =
            ports.first { $0.name == input }
            ?? ports.first { $0.name.filter { $0 != "_" } == input.lowercased() }
        return port?.variables() ?? []
    }

    private mutating func vary(_ name: String, _ value: JSONValue, _ variable: Variable) {
        let path = [name, "value"] + variable.path
        guard let now = Self.member(variable.path, of: value) else { return }
        switch (variable.values, now) {
        case (.flag, .bool(let flag)):
            self.try(
                name, variable.text(flag ? 0 : 1), was: variable.text(flag ? 1 : 0),
                Self.patch(path, .bool(!flag)))
        case (.words(let words), .string(let word)):
            for other in words where other != word {
                self.try(name, other, was: word, Self.patch(path, .string(other)))
            }
        case (.number(let range, let perUnit), .number(let number)):
            let steps = NumberSteps(range, perUnit, from: number)
            let found = steps.nearest { outcome(Self.patch(path, .number($0))) }
            add(found, name, was: variable.text(number), variable.text)
        case (.shift(let most, let perUnit), .number(let number)):
            let steps = NumberSteps(-most...most, perUnit, from: 0)
            let found = steps.nearest { outcome(Self.patch(path, .number(number + $0))) }
            add(found, name, was: "", variable.text)
        default: break
        }
    }

    private mutating func add(
        _ found: [NumberSteps.Found], _ name: String,
        isSetting: Bool = false, was: String, _ text: (Double) -> String
    ) {
        for (other, decision) in found {
            findings.append(
                Finding(
                    name: name, isSetting: isSetting, instead: text(other), was: was,
                    decision: decision))
        }
    }

    static func member(_ path: [String], of value: JSONValue) -> JSONValue? {
        path.reduce(Optional(value)) { $0?[$1] }
    }

    static func patch(_ path: [String], _ value: JSONValue) -> JSONValue {
        path.reversed().reduce(value) { .object([$1: $0]) }
    }
}

// MARK: - Settings

extension Counterfactuals {
    private mutating func varySettings() {
        do throws(PlainError) {
            let same = try moment.trial.otherDecision(by: moment.inputs, with: moment.settings)
            guard same == nil else {
                throw PlainError("with other ones it would start again from the beginning")
            }
        } catch {
            settingsObstacle = "\(error)"
            return
        }
        for setting in moment.plugin.settings { vary(setting, at: []) }
    }

    private mutating func vary(_ setting: SettingDescription, at path: [String]) {
        let path = path + [setting.key]
        let fallback = setting.defaultText.flatMap { try? JSONValue(parsing: $0.utf8) }
        let now = Self.member(path, of: moment.settings) ?? fallback
        guard let alternatives = setting.alternatives else {
            guard case .object? = now else { return }
            for member in setting.members { vary(member, at: path) }
            return
        }
        let (name, was) = (path.joined(separator: "."), now?.line ?? "not set")
        switch alternatives {
        case .choices(let choices):
            for other in choices() where other != now {
                guard case .other(let decision) = outcome(path, other) else { continue }
                findings.append(
                    Finding(
                        name: name, isSetting: true, instead: other.line, was: was,
                        decision: decision))
            }
        case .numbers(let numbers):
            let steps = NumberSteps(
                numbers.range, numbers.perUnit, from: now.flatMap(numbers.read))
            let found = steps.nearest { outcome(path, numbers.write($0)) }
            add(found, name, isSetting: true, was: was) { numbers.write($0).line }
        }
    }

    private mutating func outcome(_ path: [String], _ value: JSONValue) -> NumberSteps.Outcome {
        let outcome = outcome(
            [:], settings: moment.settings.merging(Self.patch(path, value)))
        // The same decision that names the setting is no other.
        guard case .other(let decision) = outcome, decision.code == moment.trial.decided.code
        else { return outcome }
        return .same
    }
}
