import JSON

/// The kind of settings that a type reads and writes by itself.

extension SettingKind where Value: LosslessStringConvertible {
    /// A text that `Value` understands; `expected` says what it should name: "a GPIO line".
    /// `pattern` is a regular expression for a JSON Schema, which takes at least all of that; `meaning` gives what is meant
    /// by another spelling, where that is certain.
    package static func parsed(
        _ expected: @autoclosure @escaping @Sendable () -> String, pattern: String,
        placeholder: Value, meaning: @escaping @Sendable (String) -> String = { $0 }
    ) -> SettingKind {
        SettingKind(
            expected: expected(), placeholder: placeholder,
            schema: ["type": "string", "pattern": .string(pattern)],
            meaningOfWord: { .string(meaning($0)) },
            text: { "\"\($0)\"" },
            read: { json in
                guard case .string(let text) = json else { return nil }
                return Value(text)
            })
    }
}
