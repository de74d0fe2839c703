import Core
import JSON
import Settings
import Values

/// Runs recorded policies again, in no time, and says where they decide otherwise.
package struct Replay {
    /// One policy through the record.
    package struct Result: Sendable {
        package var steps = 0
        package var differences = 0
        /// Where it first decided otherwise.
        package var first: (time: WallTime?, recorded: String, replayed: String)?
        /// Why not all of it can be the same.
        package var remarks: [String] = []
        /// When its outputs became another word, and when it asked other plugins for what.
        var recorded: [WordChange] = []
        var replayed: [WordChange] = []
    }

    /// A word that an output became, or the words of a request to another plugin, in the record or in the replay.
    package struct WordChange: Sendable {
        package let output: String
        package let word: String
        package let at: Instant
        package let time: WallTime?
        /// Why the replay did at that moment what it did.
        package let reason: String
        /// Which process recorded it, counted from 0: `at` starts over with each boot.
        var process = 0
    }

    package private(set) var results: [String: Result] = [:]
    private let registry: PluginRegistry
    /// In the place of the recorded settings, by policy.
    private let settings: [String: JSONValue]?
    private var policies: [String: any ReplayedPolicy] = [:]
    /// The kinds of those that are recorded.
    private var kinds: [String: JSONValue] = [:]
    /// By which each decided then.
    private var recordedSettings: [String: JSONValue] = [:]
    private var history = StepHistory()
    private var words: [String: (recorded: [String: String], replayed: [String: String])] = [:]
    private var process = 0
    private var run: Double?

    package static let kinds: Set<Row.Kind> = [.segment, .step, .lost]
    /// Whose step is looked for, and the step with what led to it.
    private let watched: StepWatched?
    package private(set) var moment: RecordedMoment?
    private var inputsBefore = InputHistory()

    /// With a `configuration` its settings are in the place of those that were recorded. Where a step is
    /// `watched` for, only its policy is replayed, and only up to there.
    package init(
        _ registry: PluginRegistry, with configuration: Configuration? = nil,
        watching watched: StepWatched? = nil
    ) {
        self.registry = registry
        self.watched = watched
        settings = configuration.map { configuration in
            Dictionary(
                configuration.policies.map { ($0.name, JSONValue.object($0.settingsAsWritten)) }
            ) { first, _ in first }
        }
    }

    package mutating func add(_ row: Row, _ time: WallTime?) {
        guard isWanted(row) else { return }
        switch row.kind {
        case .segment: begin(row)
        case .lost:
            for name in policies.keys { remark("steps are missing in the record", of: name) }
            _ = history.add(row)
        case .step:
            if let beginning = row.json["begins"] { restart(row.text("of"), beginning) }
            if case .array(let changes)? = row.json["settings"] {
                for settings in changes { goOn(row.text("of"), with: settings) }
            }
            guard let (name, step) = history.add(row) else { return }
            replay(name, step, time)
        case .decision, .log, .clock, .end: break
        }
    }

    private func isWanted(_ row: Row) -> Bool {
        guard let watched else { return true }
        guard moment == nil else { return false }
        return row.kind != .step || row.text("of") == watched.policy
    }

    // MARK: Policies

    private mutating func begin(_ row: Row) {
        if let run, run != row.number("run") { process += 1 }
        run = row.number("run")
        guard case .object(var recorded)? = row.json["policies"] else { return }
        if let watched { recorded = recorded.filter { $0.key == watched.policy } }
        let isMiddle = !row.has("begins")
        guard !isMiddle || policies.isEmpty else {
            // The step that took them over may be missing.
            for (name, policy) in recorded where policies[name] != nil {
                let settings = policy["settings"] ?? [:]
                if settings != recordedSettings[name] { goOn(name, with: settings) }
            }
            return
        }
        policies = [:]
        for (name, policy) in recorded {
            results[name] = results[name] ?? Result()
            kinds[name] = policy["policy"]
            begin(name, policy)
            if isMiddle, policies[name] != nil {
                remark("the record begins in the middle, where nobody knows its state", of: name)
            }
        }
    }

    /// Makes a policy that has done nothing yet.
    private mutating func begin(_ name: String, _ policy: JSONValue) {
        recordedSettings[name] = policy["settings"] ?? [:]
        do throws(PlainError) {
            policies[name] = try make(name, policy)
        } catch {
            remark("\(error)", of: name)
        }
    }

    /// The policy begins as it did then: a step of the one before hung, or another configuration has it.
    private mutating func restart(_ name: String, _ beginning: JSONValue) {
        guard case .object(var policy) = beginning else { return }
        let (before, kind) = (kinds[name], policy["policy"] ?? kinds[name])
        // One that this version could not read stays out.
        guard let kind, kind != before || policies[name] != nil else { return }
        policy["policy"] = kind
        kinds[name] = kind
        results[name] = results[name] ?? Result()
        begin(name, .object(policy))
    }

    private func make(
        _ name: String, _ policy: JSONValue
    ) throws(PlainError) -> any ReplayedPolicy {
        guard case .string(let kind)? = policy["policy"],
            let plugin = registry.policies.first(where: { $0.name == kind })
        else { throw PlainError("this version has no such policy") }
        if let settings, settings[name] == nil {
            throw PlainError("the other configuration does not run it")
        }
        let memory = try? policy["memory"]?.decode(as: PolicyMemory.self)
        do throws(ConfigurationErrors) {
            return try plugin.replay(
                settings?[name] ?? policy["settings"] ?? [:], resuming: memory)
        } catch {
            throw PlainError("its settings are not for this version: \(error.all.map { "\($0)" })")
        }
    }

    /// The policy takes them over as it did then, unless another configuration decides.
    private mutating func goOn(_ name: String, with new: JSONValue) {
        recordedSettings[name] = new
        guard settings == nil, var policy = policies[name] else { return }
        do throws(PlainError) {
            try policy.goOn(with: new)
        } catch {
            remark("\(error)", of: name)
        }
        policies[name] = policy
    }

    private mutating func remark(_ why: String, of name: String) {
        guard results[name]?.remarks.contains(why) == false else { return }
        results[name]?.remarks.append(why)
    }

    // MARK: Steps

    private mutating func replay(_ name: String, _ step: StepHistory.Step, _ time: WallTime?) {
        guard var policy = policies[name] else { return }
        do throws(PlainError) {
            if let watched, watched.policy == name {
                inputsBefore.note(step.inputs)
                guard watched.at == step.at else {
                    try policy.goOn(past: step.inputs, at: step.at)
                    policies[name] = policy
                    return
                }
                try keep(policy, step, of: name)
            }
            let again = try policy.step(step.inputs, at: step.at, comparing: step.outputs)
            policies[name] = policy
            moment?.isSame = Self.isSame(again, step)
            note(name, step, again, time)
        } catch {
            policies[name] = nil
            remark("\(error)", of: name)
        }
    }

    private mutating func keep(
        _ policy: any ReplayedPolicy, _ step: StepHistory.Step, of name: String
    ) throws(PlainError) {
        guard case .string(let kind)? = kinds[name],
            let plugin = registry.policies.first(where: { $0.name == kind })
        else { return }
        moment = RecordedMoment(
            plugin: plugin, trial: try policy.trial(by: step.inputs, at: step.at), at: step.at,
            inputs: step.inputs, inputsBefore: inputsBefore,
            settings: recordedSettings[name] ?? [:])
    }

    /// Outputs of a version that says less are compared by their words.
    private static func isSame(_ again: ReplayedStep, _ step: StepHistory.Step) -> Bool {
        if let isSame = again.isSame { return isSame }
        let recorded = OutputWords.of(step.outputs)
        return recorded == OutputWords.of(again.outputs ?? [:]).filter { recorded[$0.key] != nil }
    }

    private mutating func note(
        _ name: String, _ step: StepHistory.Step, _ again: ReplayedStep, _ time: WallTime?
    ) {
        var result = results[name] ?? Result()
        result.steps += 1
        if !Self.isSame(again, step) {
            result.differences += 1
            result.first =
                result.first
                ?? (time, Explanation.words(step.outputs["reason"] ?? .null), again.reason.text)
        }
        if again.isSame == nil {
            let why =
                "another version has recorded them: its outputs are compared by their words alone"
            if !result.remarks.contains(why) { result.remarks.append(why) }
        }
        var last = words[name] ?? ([:], [:])
        let old = OutputWords.of(step.outputs)
        let new = OutputWords.of(again.outputs ?? [:])
        let change = { [process] (output: String, word: String) in
            WordChange(
                output: output, word: word, at: step.at, time: time, reason: again.reason.text,
                process: process)
        }
        result.recorded += Self.changes(from: last.recorded, to: old).map(change)
        result.recorded += Self.asks(in: step.outputs).map(change)
        result.replayed += Self.changes(from: last.replayed, to: new).map(change)
        result.replayed += Self.asks(in: again.outputs ?? [:]).map(change)
        last = (old, new)
        words[name] = last
        results[name] = result
    }

    /// Each time that another plugin was asked, also for the same as before: a request is no state.
    private static func asks(in outputs: JSONValue) -> [(output: String, word: String)] {
        let asks = (try? outputs["asks"]?.decode(as: [OutgoingAsk].self)) ?? []
        return asks.map { ("asked of \($0.plugin)", $0.words.joined(separator: " ")) }
    }

    private static func changes(
        from old: [String: String], to new: [String: String]
    ) -> [(output: String, word: String)] {
        new.sorted { $0.key < $1.key }.filter { old[$0.key] != $0.value }
            .map { (output: $0.key, word: $0.value) }
    }
}
