import Devices

/// What decides: settings and state, and one pure step.
///
/// A policy reads inputs and returns outputs. It sees no driver, no clock, no I/O, no randomness,
/// so the same code runs live, in a test that takes no time, or under a fuzzer.
@usableFromInline
package protocol Policy: Sendable {
    associatedtype Settings: PluginSettings
    associatedtype Inputs: Codable & Sendable
    associatedtype Outputs: PolicyOutputs
    /// What it can be asked for.
    associatedtype Request: PluginRequest = NoRequest

    init(settings: Settings)

    /// Decides. `now` is the only time there is. The same state, inputs and time give the same
    /// outputs.
    mutating func step(_ inputs: Inputs, at now: Instant) -> Outputs

    /// What it looks at before it does what cannot be taken back, as the last step left it: the very
    /// checks that refuse it. Nothing unless it says so, and before the first step.
    func checks(at now: Instant) -> [Check]

    /// What a page shows of it beyond its reason, by keys in snake_case: `docs/status.md`. Nothing unless it
    /// says so. Asked for at most once a second while somebody watches, outside of its steps.
    func details(at now: Instant) -> JSONValue?

    /// Goes on with other settings where this one is, between two of its steps: what it holds or moves
    /// stays as it is. One that restarts unless it says otherwise, with its memory if it has one.
    ///
    /// - Throws: why that is not safe now, and until when. Then this one stays.
    func successor(_ settings: Settings) throws(PlainError) -> Self

    /// Why it is not to begin in a service that runs already, where somebody may stand beside what it moves; `nil`
    /// when it may. Asked of one that has not stepped.
    var obstacleToBeginning: String? { get }

    /// Shows what it remembers to whoever saves it, if it remembers anything. Not to be implemented:
    /// a requirement, so that a step finds it without a cast, and `mutating`, so that it needs no copy of the policy.
    ///
    /// - Returns: whether what it remembers is saved.
    mutating func showMemory(to writer: PolicyMemoryWriter, at now: Instant) -> Bool
}

extension Policy {
    package func checks(at now: Instant) -> [Check] { [] }
    package func details(at now: Instant) -> JSONValue? { nil }
    package var obstacleToBeginning: String? { nil }

    package func successor(_ settings: Settings) throws(PlainError) -> Self {
        Self(settings: settings)
    }

    @inlinable
    package mutating func showMemory(
        to writer: PolicyMemoryWriter, at now: Instant
    ) -> Bool { true }
}
