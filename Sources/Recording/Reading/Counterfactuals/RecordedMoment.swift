import Core
import JSON
import Values

/// Which step of the record is looked for.
package struct StepWatched: Sendable {
    let policy: String
    let at: Instant

    package init(of policy: String, at: Instant) {
        self.policy = policy
        self.at = at
    }
}

/// A recorded step before it is decided, with all that it is decided by.
package struct RecordedMoment: Sendable {
    let plugin: any Policy.Type
    package let trial: any StepTrial
    let at: Instant
    let inputs: JSONValue
    let inputsBefore: InputHistory
    /// As they were written.
    let settings: JSONValue
    /// Whether the replay decided what was recorded, to the last bit.
    package internal(set) var isSame = false
}
