import JSON
import Settings
import Values

/// A policy that decides again what it has decided before, from what was recorded.
package protocol ReplayedPolicy {
    /// Decides by recorded inputs, and compares with the outputs that were recorded.
    ///
    /// - Throws: that this version cannot read the inputs.
    mutating func step(
        _ inputs: JSONValue, at now: Instant, comparing outputs: JSONValue
    ) throws(PlainError) -> ReplayedStep

    /// Decides by recorded inputs, and nobody wants to know what.
    ///
    /// - Throws: that this version cannot read the inputs.
    mutating func goOn(past inputs: JSONValue, at now: Instant) throws(PlainError)

    /// Takes over settings as it did between two steps; where this version would not have, it restarts
    /// with them.
    ///
    /// - Throws: that it restarts, or that the settings are not for this version; then it goes on by the
    ///   old ones.
    mutating func goOn(with settings: JSONValue) throws(PlainError)

    /// Its next step, to be decided by what was otherwise, too.
    ///
    /// - Throws: that this version cannot read the inputs.
    func trial(by inputs: JSONValue, at now: Instant) throws(PlainError) -> any StepTrial
}

/// What a policy decides in a replay.
package struct ReplayedStep: Sendable {
    /// Whether it is what was recorded, to the last bit; `nil` where this version cannot read the outputs that were
    /// recorded.
    package let isSame: Bool?
    /// `nil` where JSON cannot hold them.
    package let outputs: JSONValue?
    package let reason: ReasonReport
}

extension Policy {
    /// One with these settings, which goes on with a memory where there is one.
    ///
    /// - Throws: that the settings are not for this version.
    package static func replay(
        _ settings: JSONValue, resuming memory: PolicyMemory?
    ) throws(ConfigurationErrors) -> any ReplayedPolicy {
        let settings = try SettingsReader.read(
            Settings.self, from: settings, at: SettingPath(""))
        return TypedReplay(policy: make(settings, resuming: memory), settings: settings)
    }
}

private struct TypedReplay<Kind: Policy>: ReplayedPolicy {
    var policy: Kind
    var settings: Kind.Settings

    mutating func step(
        _ inputs: JSONValue, at now: Instant, comparing outputs: JSONValue
    ) throws(PlainError) -> ReplayedStep {
        guard let inputs = try? inputs.decode(as: Kind.Inputs.self) else {
            throw PlainError("this version has other inputs")
        }
        let decided = policy.step(inputs, by: settings, at: now)
        let recorded = try? outputs.decode(as: Kind.Outputs.self)
        return ReplayedStep(
            isSame: recorded.map { $0 == decided }, outputs: JSONValue(encoding: decided),
            reason: ReasonReport(decided.reason))
    }

    mutating func goOn(past inputs: JSONValue, at now: Instant) throws(PlainError) {
        guard let inputs = try? inputs.decode(as: Kind.Inputs.self) else {
            throw PlainError("this version has other inputs")
        }
        _ = policy.step(inputs, by: settings, at: now)
    }

    func trial(by inputs: JSONValue, at now: Instant) throws(PlainError) -> any StepTrial {
        try TypedTrial(policy, settings, by: inputs, at: now)
    }

    mutating func goOn(with settings: JSONValue) throws(PlainError) {
        let new: Kind.Settings
        do throws(ConfigurationErrors) {
            new = try SettingsReader.read(from: settings, at: SettingPath(""))
        } catch {
            throw PlainError("its later settings are not for this version")
        }
        defer { self.settings = new }
        do throws(PlainError) {
            policy = try policy.successor(by: new, after: self.settings)
        } catch {
            policy = Kind(settings: new)
            throw PlainError("this version restarts where other settings came (\(error))")
        }
    }
}
