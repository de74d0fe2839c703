import Values

/// How late a policy may notice what goes on; see `Policy.promptness`.
@usableFromInline
package struct Promptness: Sendable {
    /// How late an input may tell of a change.
    package struct Input: Sendable {
        package let port: String
        package let atMost: Duration
        /// What comes of a later one: "the bolt would go out onto an animal".
        package let otherwise: String

        package init(_ port: String, atMost: Duration, otherwise: String) {
            self.port = port
            self.atMost = atMost
            self.otherwise = otherwise
        }
    }

    /// The longest time from one of its steps to the next; `nil` for any.
    package let maxPeriod: Duration?
    package let inputs: [Input]

    package init(maxPeriod: Duration? = nil, inputs: [Input] = []) {
        self.maxPeriod = maxPeriod
        self.inputs = inputs
    }
}
