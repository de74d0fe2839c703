/// A setting that does not go together with what is connected.
@usableFromInline
package struct SettingConflict: Equatable, Sendable {
    package let key: String
    /// What is wrong with it, in words.
    package let why: String

    package init(_ key: String, _ why: String) {
        self.key = key
        self.why = why
    }
}
