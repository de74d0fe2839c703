/// One policy that the configuration names.
package struct PolicyEntry: Sendable {
    package let name: String
    package let kind: any PolicyPlugin.Type
    package let period: Duration
    /// How long a command holds that is not renewed.
    package let lease: Duration
    /// For each of the policy's ports the end it is bound to; without those bound to nothing.
    package let bindings: [String: PortAddress]
    /// Its plugin's settings, without those that every policy has.
    package let settingsAsWritten: [String: JSONValue]
    let configured: ConfiguredPolicy
}
