import JSON
import Settings
import Values

/// One recorded step that can be decided again and again from the state that its policy had then.
package protocol StepTrial: Sendable {
    /// What it decides by what it had.
    var decided: ReasonReport { get }

    /// What it decides by these inputs, and by these settings where they are not `nil`.
    ///
    /// - Returns: `nil` for what it did decide, whatever the figures.
    /// - Throws: that it takes no such inputs, or would not have gone on with such settings.
    func otherDecision(
        by inputs: JSONValue, with settings: JSONValue?
    ) throws(PlainError) -> ReasonReport?
}

struct TypedTrial<Kind: Policy>: StepTrial {
    let policy: Kind
    let settings: Kind.Settings
    let now: Instant
    private let reason: Kind.Outputs.Why

    var decided: ReasonReport { ReasonReport(reason) }

    /// - Throws: that this version cannot read the inputs that it decided by.
    init(
        _ policy: Kind, _ settings: Kind.Settings, by inputs: JSONValue, at now: Instant
    ) throws(PlainError) {
        self.policy = policy
        self.settings = settings
        self.now = now
        var again = policy
        reason = again.step(try Self.read(inputs), by: settings, at: now).reason
    }

    func otherDecision(
        by inputs: JSONValue, with others: JSONValue?
    ) throws(PlainError) -> ReasonReport? {
        let inputs = try Self.read(inputs)
        var (other, valid) = (policy, settings)
        if let others { (other, valid) = try successor(others, seeing: inputs) }
        let decided = other.step(inputs, by: valid, at: now).reason
        return decided.isSameCase(as: reason) ? nil : ReasonReport(decided)
    }

    private static func read(_ inputs: JSONValue) throws(PlainError) -> Kind.Inputs {
        guard let inputs = try? inputs.decode(as: Kind.Inputs.self) else {
            throw PlainError("this version has other inputs")
        }
        return inputs
    }

    private func successor(
        _ others: JSONValue, seeing inputs: Kind.Inputs
    ) throws(PlainError) -> (Kind, Kind.Settings) {
        let new: Kind.Settings = try mapped(to: { _ in PlainError("such settings are refused") }) {
            () throws(ConfigurationErrors) in
            try SettingsReader.read(from: others, at: SettingPath(""))
        }
        if let obstacle = policy.obstacle(to: new, from: settings, seeing: inputs, at: now) {
            throw PlainError(obstacle.why)
        }
        return (try policy.successor(by: new, after: settings), new)
    }
}
