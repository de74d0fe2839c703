import Devices

/// What decides: settings and state, and one pure step.
///
/// A policy reads inputs and returns outputs. It sees no driver, no clock, no I/O, no randomness,
/// so the same code runs live, in a test that takes no time, or under a fuzzer.
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
    /// stays as it is. One that begins anew unless it says otherwise, with its memory if it has one.
    ///
    /// - Throws: why that is not safe now, and until when. Then this one stays.
    func successor(_ settings: Settings) throws(PlainError) -> Self

    /// Shows what it remembers to whoever saves it, if it remembers anything. Not to be implemented:
    /// a requirement, so that a step finds it without a cast, which would copy the policy.
    ///
    /// - Returns: whether what it remembers is saved.
    func showMemory(to writer: PolicyMemoryWriter, at now: Instant) -> Bool
}

extension Policy {
    package func checks(at now: Instant) -> [Check] { [] }
    package func details(at now: Instant) -> JSONValue? { nil }

    package func successor(_ settings: Settings) throws(PlainError) -> Self {
        Self(settings: settings)
    }

    package func showMemory(to writer: PolicyMemoryWriter, at now: Instant) -> Bool { true }
}

/// A policy that can hand its memory over: to a successor, after a restart, or to a replay.
package protocol ResumablePolicy: Policy {
    associatedtype Memory: Codable & Equatable & Sendable

    /// Grows with each change of `Memory` that an older reader would misunderstand. What was handed
    /// over with another version is not taken.
    static var memoryVersion: Int { get }

    /// What a successor needs to go on where this is.
    var memory: Memory { get }

    /// Goes on where another was.
    init(settings: Settings, resuming memory: Memory)
}

extension ResumablePolicy {
    package func successor(_ settings: Settings) throws(PlainError) -> Self {
        Self(settings: settings, resuming: memory)
    }
}

/// What a step decided, and why.
package protocol PolicyOutputs: Codable, Equatable, Sendable {
    associatedtype Why: Reason

    /// Why these outputs: a value, put into words only when somebody reads it.
    var reason: Why { get }
    /// What is said to requests, each by its number.
    var responses: [Response] { get }
    /// Whether nothing of this may be done before the memory that goes with it is saved: for what
    /// must not be done twice, whatever is restarted.
    var waitsForMemory: Bool { get }
}

extension PolicyOutputs {
    /// Of a policy that takes no requests.
    package var responses: [Response] { [] }
    package var waitsForMemory: Bool { false }
}

/// Why a policy did what it did: a case with its figures. `description` is one sentence for people.
package protocol Reason: Codable, Equatable, Sendable, CustomStringConvertible {
    /// A word for the case without its figures.
    var code: String { get }
    /// Whether this stands in for what was asked, because something is wrong that a person should
    /// look at.
    var isFailsafe: Bool { get }

    /// Whether it is the same case, whatever its figures: another case is worth a log line. Asked
    /// with every step, so it should cost next to nothing.
    func isSameCase(as other: Self) -> Bool
}

extension Reason {
    package func isSameCase(as other: Self) -> Bool { code == other.code }
    package var isFailsafe: Bool { false }
}

/// A kind of policy: what the configuration can name, and how it is connected.
///
/// Adding one is a folder with a type that conforms to this, and a line in `AllPolicies.swift`.
package protocol PolicyPlugin: Sendable {
    associatedtype Logic: Policy
    /// What it reads and commands, resolved once, before the first step.
    associatedtype Ports: PolicyPorts

    /// The word in the configuration: `"policy": "night-light"`.
    static var name: String { get }
    /// One sentence for the reference.
    static var summary: String { get }
    /// How often it steps unless the configuration says otherwise.
    static var defaultPeriod: Duration { get }

    /// The values that one with these settings may command, by the names of its outputs, to be
    /// compared with what the drivers there take; nothing unless it says so.
    static func commandRanges(_ settings: Logic.Settings) -> [String: [CommandRange]]

    /// Why one with these settings and these ports connected cannot be what it should be, found before
    /// anything starts; nothing unless it says so.
    static func conflicts(
        _ settings: Logic.Settings, connected: Set<String>
    ) -> [SettingConflict]

    /// Reads the inputs of one step, with the requests that have come since the last. Never waits.
    static func gather(
        _ ports: Ports, _ requests: [Event<Logic.Request>], at now: Instant
    ) -> Logic.Inputs

    /// Hands the commands of one step on, each to hold until `expiry`. Never waits.
    static func deliver(
        _ outputs: Logic.Outputs, to ports: Ports, at now: Instant, until expiry: Instant)
}

extension PolicyPlugin {
    package static func commandRanges(_ settings: Logic.Settings) -> [String: [CommandRange]] {
        [:]
    }

    package static func conflicts(
        _ settings: Logic.Settings, connected: Set<String>
    ) -> [SettingConflict] {
        []
    }
}

/// A setting that does not go together with what is connected.
package struct SettingConflict: Equatable, Sendable {
    package let key: String
    /// What is wrong with it, in words.
    package let why: String

    package init(_ key: String, _ why: String) {
        self.key = key
        self.why = why
    }
}
