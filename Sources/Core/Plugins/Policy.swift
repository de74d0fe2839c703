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
    /// - Throws: why these settings cannot follow its own while it is in this state. Then this one stays.
    func successor(_ settings: Settings) throws(PlainError) -> Self

    /// Why it cannot go on with other settings now, and until when; `nil` when it can. `inputs` are what it would read with
    /// them, as that is now: whether a configuration may be left is judged by the one that follows it, since the ports of
    /// an ill one may say anything.
    func obstacle(
        to settings: Settings, seeing inputs: Inputs, at now: Instant
    ) -> ChangeObstacle?

    /// Begins to bring what it moves to its safe state, and keeps it there for a while: a change waits for that.
    mutating func retreat(at now: Instant)

    /// Why none of its settings may be made to allow more now, and until when; `nil` when they may. Asked of one that runs,
    /// and of one that has not stepped and goes on with a memory.
    var obstacleToLoosening: String? { get }

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
    package var obstacleToLoosening: String? { nil }
    package mutating func retreat(at now: Instant) {}

    package func obstacle(
        to settings: Settings, seeing inputs: Inputs, at now: Instant
    ) -> ChangeObstacle? { nil }

    package func successor(_ settings: Settings) throws(PlainError) -> Self {
        Self(settings: settings)
    }

    @inlinable
    package mutating func showMemory(
        to writer: PolicyMemoryWriter, at now: Instant
    ) -> Bool { true }
}

/// Why a policy cannot go on with other settings now.
@usableFromInline
package struct ChangeObstacle: Equatable, Sendable {
    /// With until when, in words.
    package let why: String
    /// Whether it is over once what the policy moves is in its safe state: see `Policy.retreat`.
    package let isOverWhenSafe: Bool

    package init(_ why: String, isOverWhenSafe: Bool = false) {
        self.why = why
        self.isOverWhenSafe = isOverWhenSafe
    }
}
