import Devices

/// What decides: settings and state, and one pure step.
///
/// A policy reads inputs and returns outputs. It sees no driver, no clock, no I/O, no randomness,
/// so the same code runs live, accelerated, in a replay, in a fuzzer or as a shadow.
package protocol Policy: Sendable {
    associatedtype Settings: PluginSettings
    associatedtype Inputs: Codable & Sendable
    associatedtype Outputs: PolicyOutputs

    init(settings: Settings)

    /// Decides. `now` is the only time there is. The same state, inputs and time give the same
    /// outputs.
    mutating func step(_ inputs: Inputs, at now: Instant) -> Outputs
}

/// What a step decided, and why.
package protocol PolicyOutputs: Codable, Equatable, Sendable {
    associatedtype Why: Reason

    /// Why these outputs: a value, put into words only when somebody reads it.
    var reason: Why { get }
    /// What to tell whoever sent the latest request; stays until the next request.
    var answer: Answer? { get }
}

/// Why a policy did what it did: a case with its figures. `description` is one sentence for people.
package protocol Reason: Codable, Equatable, Sendable, CustomStringConvertible {
    /// A word for the case without its figures: a change of code is a change worth a log line.
    var code: String { get }
    /// Whether this stands in for what was asked, because something is wrong that a person should
    /// look at.
    var isFailsafe: Bool { get }
}

extension Reason {
    package var isFailsafe: Bool { false }
}

/// A kind of policy: what the configuration can name, and how it is connected.
///
/// Adding one is a folder with a type that conforms to this, and a line in `AllPolicies.swift`.
package protocol PolicyPlugin: Sendable {
    associatedtype Logic: Policy

    /// The word in the configuration: `"policy": "pet-door"`.
    static var name: String { get }
    /// One sentence for the reference.
    static var summary: String { get }
    /// How often it steps unless the configuration says otherwise.
    static var defaultPeriod: Duration { get }
    static var ports: [PolicyPort] { get }

    /// The values that one with these settings may command, by the names of its outputs, to be
    /// compared with what the drivers there take; nothing unless it says so.
    static func commandRanges(_ settings: Logic.Settings) -> [String: [CommandRange]]

    /// Reads the inputs of one step. Never waits.
    static func gather(from connections: PortConnections, at now: Instant) -> Logic.Inputs

    /// Hands the commands of one step on, each to hold until `expiry`. Never waits.
    static func deliver(
        _ outputs: Logic.Outputs, through connections: PortConnections, until expiry: Instant)
}

extension PolicyPlugin {
    package static func commandRanges(_ settings: Logic.Settings) -> [String: [CommandRange]] {
        [:]
    }
}
