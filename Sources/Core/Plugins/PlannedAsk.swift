import Settings

/// A request that a policy will send to another plugin of the service, as its settings say.
@usableFromInline
package struct PlannedAsk: Sendable {
    package let plugin: String
    /// As behind `roost send PLUGIN`.
    package let words: [String]
    /// Whether it is sent so often at most in a time, whatever happens.
    package let isBounded: Bool
    /// Where the settings say so.
    package let place: SettingPlace

    package init(_ plugin: String, _ words: [String], isBounded: Bool, at place: SettingPlace) {
        self.plugin = plugin
        self.words = words
        self.isBounded = isBounded
        self.place = place
    }
}
