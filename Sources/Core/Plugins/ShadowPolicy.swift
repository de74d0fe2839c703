import Values

/// A policy that decides on the inputs of another one of its kind, and nobody does what it says.
@usableFromInline
package protocol ShadowPolicy: StepObserver {
    func report(at now: Instant) -> ShadowReport
}

/// How a policy that only looks on would have decided.
@usableFromInline
package struct ShadowReport: Codable, Equatable, Sendable {
    package let name: String
    /// Nil before the first step.
    package let reason: ReasonReport?
    package let ticks: UInt64
    /// Steps in which it decided otherwise.
    package let differentTicks: UInt64
    /// How often it began to.
    package let differences: UInt64
    /// What of its outputs is another in the latest step.
    package let differsIn: [String]
    /// Since when; `nil` while it decides the same.
    package let differsForSeconds: Double?
}
