import Values

/// What a step decided, and why.
@usableFromInline
package protocol PolicyOutputs: Codable, Equatable, Sendable {
    associatedtype Why: Reason

    /// Declares the outputs, each with the part of this that goes there. Nothing where a policy commands nothing.
    static func declare(_ port: OutputPorts<Self>)

    /// Why these outputs: a value, put into words only when somebody reads it.
    var reason: Why { get }
    /// What is said to requests, each by its number.
    var responses: [Response] { get }
    /// Whether nothing of this may be done before the memory that goes with it is saved: for what
    /// must not be done twice, whatever is restarted.
    var waitsForMemory: Bool { get }
    /// Whether that stays undone for as long as the memory cannot be saved; otherwise the policy waits only for a while.
    var requiresMemory: Bool { get }
    /// What people are told in the log beside the reason, once, in the step in which it comes up.
    var notes: [String] { get }
}

extension PolicyOutputs {
    package static func declare(_ port: OutputPorts<Self>) {}

    /// Of a policy that takes no requests.
    package var responses: [Response] { [] }
    package var waitsForMemory: Bool { false }
    package var requiresMemory: Bool { waitsForMemory }
    package var notes: [String] { [] }
}
