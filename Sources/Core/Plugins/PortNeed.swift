import JSON

/// An input that must be connected because of a setting.
@usableFromInline
package struct PortNeed: Sendable {
    package enum Reason: Sendable {
        /// It is given, and no empty list or object.
        case given(String)
        /// It is not true.
        case notTrue(String)
    }

    let port: String
    private let reason: Reason

    package init(_ port: String, _ reason: Reason) {
        self.port = port
        self.reason = reason
    }

    /// For the object of settings that has `inputs` in it.
    var schema: JSONValue {
        ["if": condition, "then": ["properties": ["inputs": ["required": [.string(port)]]]]]
    }

    private var condition: JSONValue {
        switch reason {
        case .given(let key):
            [
                "required": [.string(key)],
                "properties": [key: ["not": ["enum": [[], [:]]]]],
            ]
        case .notTrue(let key):
            ["not": ["required": [.string(key)], "properties": [key: ["const": true]]]]
        }
    }
}
