import Settings

/// The arguments of the request that pauses a rule.
struct ModeNews: PluginSettings {
    let name: String
    let mode: RuleMode

    init(_ read: SettingsReader) {
        name = read(required: "name", .text("the name of a rule"), "Which rule.")
        mode = read(required: "mode", .oneOf(.auto), "Whether it decides by itself.")
    }
}
