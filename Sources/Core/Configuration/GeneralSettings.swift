import Settings

/// The settings of Roost itself: the keys at the top of the file besides the plugins.
package struct GeneralSettings: PluginSettings {
    package let name: String
    package let sysfs: String
    package let dev: String
    package let controlSocket: String
    package let stopLimit: Duration
    package let logLevel: LogLevel
    package let restarts: RestartSettings
    package let recorder: RecorderSettings

    /// Those that hold from the moment in which they are applied; the others from the next start on.
    static let liveKeys: Set = ["name", "stop_limit", "log_level", "restarts", "$schema"]

    package init(_ read: SettingsReader) {
        name = read(
            "name", .text("a name"), default: "roost", "What this machine is called in messages.")
        sysfs = read(
            "sysfs", .text("a directory"), default: "/sys",
            "Where the kernel's device files are; another place for a simulated world. "
                + "A relative path starts at the runtime directory.")
        dev = read("dev", .text("a directory"), default: "/dev", "Where the device nodes are.")
        controlSocket = read(
            "control_socket", .text("a path"), default: "control.sock",
            "The Unix socket that `roost status` and `roost send` speak to. "
                + "A relative path starts at the runtime directory.")
        stopLimit = read(
            "stop_limit", .duration(.seconds(1) ... .seconds(300)), default: .seconds(30),
            "How long stopping may take, and `roost park`: what moves comes to rest first.")
        logLevel = read(
            "log_level", .oneOf(.info), default: .info, "The least important lines to log.")
        restarts = read(
            "restarts", .object(), default: SettingsReader.defaults(of: RestartSettings.self),
            "How drivers that fail, and policies that hang, are started again.")
        recorder = read(
            "recorder", .object(), default: SettingsReader.defaults(of: RecorderSettings.self),
            "The black box: what happened and why, for `roost log`, `roost why` and `roost replay`."
        )
        _ = read(
            optional: "$schema", .text("a path or an address"),
            "Where the JSON Schema is, for editors: `roost schema` prints it.")
        // These three are read by ConfigurationReader, which knows the plugins.
        _ = read(
            optional: "drivers", .json("an object of \"name\": {\"driver\": ...}"),
            "The devices, each under a name of your choice.")
        _ = read(
            optional: "policies", .json("an object of \"name\": {\"policy\": ...}"),
            "What decides, each under a name of your choice.")
        _ = read(
            optional: "run", .json("a list of names of policies"),
            "Which of the policies run; all of them when left out.")
    }
}
