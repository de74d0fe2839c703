import Values

/// A policy's port without its type, as its inputs and outputs declare it.
package struct PolicyPort: Sendable {
    package let name: String
    package let kind: String
    package let summary: String
    package let flow: PortFlow
    package let isRequired: Bool
    /// What the policy sends through it, by name; of `requests` only.
    package var requests: [String] = []
    /// What of a state could have been otherwise.
    package var variables: @Sendable () -> [Variable] = { [] }
}
