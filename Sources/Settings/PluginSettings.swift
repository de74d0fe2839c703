/// The settings of a plugin: a value made by reading each of its keys once.
///
/// The initialiser is the only place that states a setting: its key, kind, unit, range, default
/// and sentence. Reading, checking and the reference are all made by running it.
///
/// ```swift
/// struct Settings: PluginSettings {
///     let interval: Duration
///     init(_ read: SettingsReader) {
///         interval = read(
///             "every", .duration(.seconds(1)... .seconds(600)), default: .seconds(10),
///             "How often the thermometer is read.")
///     }
/// }
/// ```
@usableFromInline
package protocol PluginSettings: Sendable {
    init(_ read: SettingsReader)
}
