import JSON

/// A place below an object of settings, and the part of a text there.
@usableFromInline
package struct SettingPlace: Equatable, Sendable {
    package let steps: [SettingPath.Step]
    /// In bytes of UTF-8 from the start of the text; `nil` for all of it.
    package let span: Range<Int>?

    package init(_ steps: [SettingPath.Step], _ span: Range<Int>? = nil) {
        self.steps = steps
        self.span = span
    }

    /// What is wrong there, in the object at `path`.
    package func error(
        in path: SettingPath, _ code: ConfigurationError.Code, _ message: String,
        correction: ConfigurationError.Correction? = nil
    ) -> ConfigurationErrors {
        ConfigurationErrors([
            ConfigurationError(
                at: SettingPath(path.steps + steps), code, message, correction: correction,
                span: span)
        ])
    }
}
