import Settings
import Values

/// A policy's port without its type, as its inputs and outputs declare it.
package struct PolicyPort: Sendable {
    package let name: String
    /// What it may carry; of most ports one thing.
    package let kinds: [String]
    package let summary: String
    package let flow: PortFlow
    package let isRequired: Bool
    /// What the policy sends through it, by name; of `requests` only.
    package var requests: [String] = []
    /// What of a state could have been otherwise.
    package var variables: @Sendable () -> [Variable] = { [] }
    /// Of a measurement: what it may be of; empty for anything.
    package var quantities: Set<Measurement.Quantity> = []
    /// Where the settings name it; `nil` of a port that a policy has by itself. One that a person has named stands at the
    /// plugin of the same name where the bindings do not say otherwise.
    package var mention: SettingPlace?
    /// What is said where something else stands there, as a sentence.
    package var hint: String?

    /// As people read it: "temperature or measurement".
    package var kind: String { kinds.joined(separator: " or ") }
}
