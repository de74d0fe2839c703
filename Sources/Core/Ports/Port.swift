import Values

/// One named end of a plugin, typed by what it carries.
package struct Port<Value: DeviceValue>: Sendable {
    package let name: String
    /// One sentence for the reference.
    package let summary: String

    package init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}
