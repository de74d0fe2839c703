import JSON

/// The kind of settings that a type reads and writes by itself.

extension SettingKind where Value: LosslessStringConvertible {
    /// A text that `Value` understands; `expected` says what it should name: "a GPIO line".
    /// `pattern` is a regular expression for a JSON Schema, which takes at least all of that.
    package static func parsed(
        _ expected: @autoclosure @escaping @Sendable () -> String, pattern: String,
        placeholder: Value
    ) -> SettingKind {
        SettingKind(
            expected: expected(), placeholder: placeholder,
            schema: ["type": "string", "pattern": .string(pattern)],
            text: { "\"\($0)\"" },
            read: { json in
                guard case .string(let text) = json else { return nil }
                return Value(text)
            })
    }
}
