import JSON

/// One line of a plugin's status.
package struct Diagnostic: Equatable, Sendable {
    /// For how long the device of an actuator has not answered. A driver has it only while that is so, and the verdict on
    /// the service counts it as a failure.
    package static let noAnswer = "no_answer_for"

    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}
