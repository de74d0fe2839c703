import Core
import JSON
import Values

/// The inputs and outputs of each policy as they were, put together from the steps.
package struct StepHistory: Sendable {
    package struct Step: Sendable {
        package let at: Instant
        package let inputs: JSONValue
        package let outputs: JSONValue
    }

    /// By policy; none where the step before is missing.
    package private(set) var latest: [String: Step] = [:]

    package init() {}

    /// Takes a row.
    ///
    /// - Returns: what the row makes of its policy, for a step; `nil` for other rows, and for a step that
    ///   says only what has changed since one that is missing.
    package mutating func add(_ row: Row) -> (policy: String, step: Step)? {
        if row.kind == .lost { latest = [:] }
        guard row.kind == .step, let inputs = row.json["in"], let outputs = row.json["out"] else {
            return nil
        }
        let policy = row.text("of")
        let before = row.has("whole") ? nil : latest[policy]
        guard before != nil || row.has("whole") else { return nil }
        let step = Step(
            at: row.at, inputs: (before?.inputs ?? [:]).merging(inputs),
            outputs: (before?.outputs ?? [:]).merging(outputs))
        latest[policy] = step
        return (policy, step)
    }
}
