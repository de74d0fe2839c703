import JSON
import Values

/// Looks at every step of a policy: a recorder, a replay, a policy that runs beside it.
@usableFromInline
package protocol StepObserver: Sendable {
    /// Called after each step, on the policy's thread, so it must not wait. Generic, because a box
    /// around the values would be two allocations in each step.
    func observed<Inputs: Codable & Equatable & Sendable, Outputs: PolicyOutputs>(
        inputs: Inputs, outputs: Outputs, at now: Instant)

    /// From the next step on it decides by these settings, as they are written. Called between two steps.
    func goesOn(with settings: JSONValue)

    /// The next step is the first of a policy that restarted, with these settings, as they are written, and
    /// this memory: a step of the one before hung.
    func restarted(with settings: JSONValue, resuming memory: PolicyMemory?)
}
