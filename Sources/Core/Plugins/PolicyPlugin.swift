import Devices

/// A kind of policy: what the configuration can name, and how it is connected.
///
/// Adding one is a folder with a type that conforms to this, and a line in `AllPolicies.swift`.
@usableFromInline
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

    /// In which values what it moves does no harm with nobody in charge, by the names of its outputs: what the drivers there
    /// do by themselves is compared with it. Nothing unless it says so.
    static func safeCommands(_ settings: Logic.Settings) -> [String: SafeCommand]

    /// How late it may notice what, to be compared with how often it steps and with what the drivers at its inputs
    /// take; nothing unless it says so.
    static func promptness(_ settings: Logic.Settings) -> Promptness

    /// What the contacts at its inputs must say while a person does something; nothing unless it says so.
    static var contactStances: [ContactStance] { get }

    /// Why one with these settings and these ports connected cannot be what it should be, found before
    /// anything starts; nothing unless it says so.
    static func conflicts(
        _ settings: Logic.Settings, connected: BoundPorts
    ) -> [SettingConflict]

    /// Which of these conflicts a JSON Schema can see, too: inputs that are only optional by themselves.
    static var portNeeds: [PortNeed] { get }

    /// Reads the inputs of one step, with the requests that have come since the last. Never waits.
    static func gather(
        _ ports: Ports, _ requests: [Event<Logic.Request>], at now: Instant
    ) -> Logic.Inputs

    /// Hands the commands of one step on, each to hold until `expiry`. Never waits.
    static func deliver(
        _ outputs: Logic.Outputs, to ports: Ports, at now: Instant, until expiry: Instant)

    /// Takes a step of a policy that is connected. Not to be implemented: a requirement, so that it is compiled
    /// beside the plugin, for its types.
    static func step(
        _ policy: ConnectedPolicy<Self>, at now: Instant, lease: Duration
    ) -> StepResult?
}

extension PolicyPlugin {
    @inlinable
    package static func step(
        _ policy: ConnectedPolicy<Self>, at now: Instant, lease: Duration
    ) -> StepResult? {
        policy.takeStep(at: now, lease: lease)
    }

    package static func commandRanges(_ settings: Logic.Settings) -> [String: [CommandRange]] {
        [:]
    }

    package static func safeCommands(_ settings: Logic.Settings) -> [String: SafeCommand] { [:] }
    package static func promptness(_ settings: Logic.Settings) -> Promptness { Promptness() }
    package static var contactStances: [ContactStance] { [] }

    package static func conflicts(
        _ settings: Logic.Settings, connected: BoundPorts
    ) -> [SettingConflict] {
        []
    }

    package static var portNeeds: [PortNeed] { [] }
}
