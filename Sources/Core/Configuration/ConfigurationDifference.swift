import JSON

/// What has to change for one configuration to become another, in terms of plugins.
///
/// It compares what settings mean, not how they are written: "1s" and "1000ms" are the same, and so
/// are a setting that is left out and one that is written with its default.
package struct ConfigurationDifference: Equatable, Sendable {
    /// Roost's own settings, without `drivers`, `policies` and `run`.
    package let general: [SettingChange]
    /// By name.
    package let drivers: [PluginDifference]
    /// By name, of those that run: one that `run` no longer lists is removed.
    package let policies: [PluginDifference]
    /// By name, of those that only look on.
    package let shadows: [PluginDifference]

    package var isEmpty: Bool {
        general.isEmpty && drivers.isEmpty && policies.isEmpty && shadows.isEmpty
    }
}

/// What becomes of one driver or policy.
package struct PluginDifference: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case added
        case removed
        /// Another kind of plugin has the name now: "servo", where there was "gpio-output".
        case replaced(old: String, new: String)
        /// At least one change.
        case changed([PluginChange])
    }

    package let name: String
    package let kind: Kind
}

/// One thing about a plugin that is another now.
package enum PluginChange: Equatable, Sendable {
    case setting(SettingChange)
    /// The drivers that start before this one, by name.
    case after(old: [String], new: [String])
    case period(old: Duration, new: Duration)
    case lease(old: Duration, new: Duration)
    /// Where a port of a policy is connected; `nil` for nowhere.
    case input(port: String, old: PortAddress?, new: PortAddress?)
    case output(port: String, old: PortAddress?, new: PortAddress?)
    /// Who may command the outputs of a driver.
    case outputs(SettingChange)
    /// The policy that a shadow looks on at.
    case shadow(old: String, new: String)
    /// Whose settings a policy has: its own, by its name, or those of a shadow of it.
    case selection(old: String, new: String)
}

/// A setting whose value is another now, as it was and is written; `nil` where it was left out.
package struct SettingChange: Equatable, Sendable {
    package enum Part: Sendable {
        /// All of it.
        case value
        /// One of a list of things with names, which is new or left out.
        case item
        /// The order of such a list; both values are the names of those that were and are there.
        case order
    }

    /// Within the plugin: "speed", or "lines.latch" for what is in an object. So it is in a list of objects that have a
    /// name: "rules.cooling.until". Other lists are compared as a whole.
    package let key: String
    package let old: JSONValue?
    package let new: JSONValue?
    package var part = Part.value
}
