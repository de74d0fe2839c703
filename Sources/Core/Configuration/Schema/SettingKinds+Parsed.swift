/// The kind of settings that a type reads and writes by itself.

extension SettingKind where Value: LosslessStringConvertible {
    /// A text that `Value` understands; `expected` says what it should name: "a GPIO line".
    package static func parsed(_ expected: String, placeholder: Value) -> SettingKind {
        SettingKind(
            expected: expected, placeholder: placeholder, text: { "\"\($0)\"" },
            parse: { json, path throws(ConfigurationErrors) in
                guard case .string(let text) = json, let value = Value(text) else {
                    throw path.problem("expected \(expected), found \(json.inWords)")
                }
                return value
            })
    }
}
