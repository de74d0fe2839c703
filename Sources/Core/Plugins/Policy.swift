import JSON
import Settings
import Values

/// A kind of policy: what a configuration can name, and what decides. The type is the plugin; a value of it is the state of
/// one that runs. Its settings are not part of that: whoever runs it passes those that are valid now.
///
/// A policy reads inputs and returns outputs. It sees no driver, no clock, no I/O, no randomness, so the same code runs live,
/// in a test that takes no time, or under a fuzzer. `CheckedPolicy`, `DetailedPolicy` and `ResumablePolicy` are what it may do
/// beside that. Adding one is a folder with a type that conforms to this, and a line in `AllPolicies.swift`.
@usableFromInline
package protocol Policy: Sendable {
    associatedtype Settings: PluginSettings
    associatedtype Inputs: Codable & Equatable & Sendable
    associatedtype Outputs: PolicyOutputs
    /// What it can be asked for.
    associatedtype Request: PluginRequest = NoRequest

    // MARK: What it is

    /// The word in the configuration: `"policy": "night-light"`.
    static var name: String { get }
    /// One sentence for the reference.
    static var summary: String { get }
    /// How often it steps unless the configuration says otherwise.
    static var defaultPeriod: Duration { get }

    /// Describes, connects and reads its inputs. `PolicyInputs` are read by their own initializer; to be implemented where
    /// the inputs depend on the settings.
    static func inputs(_ port: InputReader, _ settings: Settings) -> Inputs

    /// Describes and connects its outputs. To be implemented where they depend on the settings; otherwise
    /// `PolicyOutputs.declare` is used.
    static func outputs(_ port: OutputPorts<Outputs>, _ settings: Settings)

    /// Whether its inputs or outputs depend on its settings: then the schema accepts any name of a port.
    static var portsDependOnSettings: Bool { get }
    /// What no port can be called where the settings name the ports; nothing unless it says so.
    static var keptNames: [String] { get }

    /// The values that one with these settings may command, by the names of its outputs, to be
    /// compared with what the drivers there take; nothing unless it says so.
    static func commandRanges(_ settings: Settings) -> [String: [CommandRange]]

    /// In which values what it moves does no harm with nobody in charge, by the names of its outputs: what the drivers there
    /// do by themselves is compared with it. Nothing unless it says so.
    static func safeCommands(_ settings: Settings) -> [String: SafeCommand]

    /// How late it may notice what, to be compared with how often it steps and with what the drivers at its inputs
    /// take; nothing unless it says so.
    static func promptness(_ settings: Settings) -> Promptness

    /// What the contacts at its inputs must say while a person does something; nothing unless it says so.
    static var contactStances: [ContactStance] { get }

    /// Why one with these settings and these ports connected cannot be what it should be, found before
    /// anything starts; nothing unless it says so.
    static func conflicts(_ settings: Settings, connected: BoundPorts) -> [SettingConflict]

    /// What one with these settings asks other plugins of the service for, to be compared with what they take; nothing unless
    /// it says so.
    static func asks(_ settings: Settings) -> [PlannedAsk]

    /// What people should look at in settings that are not wrong, with these ports connected; nothing unless it says so.
    static func remarks(_ settings: Settings, connected: BoundPorts) -> [String]

    /// Which of these conflicts a JSON Schema can see, too: inputs that are only optional by themselves.
    static var portNeeds: [PortNeed] { get }

    // MARK: What it does

    /// The state in which one with these settings begins.
    init(settings: Settings)

    /// Decides. `settings` are those that are valid now: nothing keeps a copy of them. `now` is the only time there is. The
    /// same state, inputs, settings and time give the same outputs.
    mutating func step(_ inputs: Inputs, by settings: Settings, at now: Instant) -> Outputs

    // MARK: Change

    /// The state from which the next step is taken by the settings `new`, where it went by `old` up to now: what it holds or
    /// moves stays as it is. The one place that decides what of the state was derived from settings and is derived again. One
    /// that restarts unless it says otherwise, with its memory if it has one.
    ///
    /// - Throws: why `new` cannot follow `old` in this state. Then this one stays.
    func successor(by new: Settings, after old: Settings) throws(PlainError) -> Self

    /// Why it cannot continue by the settings `new` now, and until when; `nil` when it can. `inputs` are what it would read
    /// with them, as that is now: whether a configuration may be left is judged by the one that follows it, since the ports
    /// of an ill one may say anything.
    func obstacle(
        to new: Settings, from old: Settings, seeing inputs: Inputs, at now: Instant
    ) -> ChangeObstacle?

    /// Begins to bring what it moves to its safe state, and keeps it there for a while: a change waits for that.
    mutating func retreat(by settings: Settings, at now: Instant)

    /// Why none of its settings may be made to allow more now, and until when; `nil` when they may. Asked of one that runs,
    /// and of one that has not stepped and goes on with a memory.
    var obstacleToLoosening: String? { get }

    /// Why it is not to begin in a service that runs already, where somebody may stand beside what it moves; `nil`
    /// when it may. Asked of one that has not stepped.
    var obstacleToBeginning: String? { get }

    // MARK: Not to be implemented

    /// Shows what it remembers to whoever saves it, if it remembers anything.
    /// A requirement, so that a step finds it without a cast, and `mutating`, so that it needs no copy of the policy.
    ///
    /// - Returns: whether what it remembers is saved.
    mutating func showMemory(
        to writer: PolicyMemoryWriter, by settings: Settings, at now: Instant
    ) -> Bool

    /// Takes a step of a policy that is connected. A requirement, so that it is compiled
    /// beside the policy, for its types.
    static func step(
        _ policy: ConnectedPolicy<Self>, at now: Instant, lease: Duration
    ) -> StepResult?
}

extension Policy where Inputs: PolicyInputs {
    @inlinable
    package static func inputs(_ port: InputReader, _ settings: Settings) -> Inputs {
        Inputs(port)
    }
}

extension Policy {
    @inlinable
    package static func outputs(_ port: OutputPorts<Outputs>, _ settings: Settings) {
        Outputs.declare(port)
    }

    package static var portsDependOnSettings: Bool { false }
    package static var keptNames: [String] { [] }
    package static func commandRanges(_ settings: Settings) -> [String: [CommandRange]] { [:] }
    package static func safeCommands(_ settings: Settings) -> [String: SafeCommand] { [:] }
    package static func promptness(_ settings: Settings) -> Promptness { Promptness() }
    package static var contactStances: [ContactStance] { [] }

    package static func conflicts(
        _ settings: Settings, connected: BoundPorts
    ) -> [SettingConflict] { [] }

    package static func asks(_ settings: Settings) -> [PlannedAsk] { [] }
    package static func remarks(_ settings: Settings, connected: BoundPorts) -> [String] { [] }
    package static var portNeeds: [PortNeed] { [] }
    package var obstacleToBeginning: String? { nil }
    package var obstacleToLoosening: String? { nil }
    package mutating func retreat(by settings: Settings, at now: Instant) {}

    package func obstacle(
        to new: Settings, from old: Settings, seeing inputs: Inputs, at now: Instant
    ) -> ChangeObstacle? { nil }

    package func successor(by new: Settings, after old: Settings) throws(PlainError) -> Self {
        Self(settings: new)
    }

    @inlinable
    package mutating func showMemory(
        to writer: PolicyMemoryWriter, by settings: Settings, at now: Instant
    ) -> Bool { true }

    @inlinable
    package static func step(
        _ policy: ConnectedPolicy<Self>, at now: Instant, lease: Duration
    ) -> StepResult? {
        policy.takeStep(at: now, lease: lease)
    }
}

/// A policy that checks something before it does what cannot be taken back.
package protocol CheckedPolicy: Policy {
    /// What it looks at, as the last step left it: the very checks that refuse it. Nothing before the first step.
    func checks(by settings: Settings, at now: Instant) -> [Check]
}

/// A policy of which a page shows more than its reason.
package protocol DetailedPolicy: Policy {
    /// By keys in snake_case: `docs/status.md`. Asked for at most once a second while somebody watches, outside of its steps.
    func details(by settings: Settings, at now: Instant) -> JSONValue?
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
