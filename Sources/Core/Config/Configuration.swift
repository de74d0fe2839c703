import Devices

/// A configuration that was read and found whole: everything it names exists and fits.
package struct Configuration: Sendable {
    package let general: GeneralSettings
    /// In the order in which they start: each after those it needs.
    package let drivers: [DriverEntry]
    /// Those that run, by name.
    package let policies: [PolicyEntry]
}

/// The settings of Roost itself: the keys at the top of the file besides the plugins.
package struct GeneralSettings: PluginSettings {
    package let name: String
    package let sysfs: String
    package let dev: String
    package let controlSocket: String
    package let stopLimit: Duration
    package let logLevel: LogLevelName
    package let restarts: RestartSettings

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
            "How long stopping may take, and `roost park`: a flying drone lands first.")
        logLevel = read(
            "log_level", .oneOf(.info), default: .info, "The least important lines to log.")
        restarts = read(
            "restarts", .object(), default: SettingsReader.placeholder(RestartSettings.self),
            "How drivers that fail are started again.")
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

/// The words for log levels in a configuration.
package enum LogLevelName: String, CaseIterable, Sendable {
    case error, warning, notice, info, debug

    package var level: LogLevel {
        switch self {
        case .error: .error
        case .warning: .warning
        case .notice: .notice
        case .info: .info
        case .debug: .debug
        }
    }
}

/// How often and how fast a driver that fails is started again.
package struct RestartSettings: PluginSettings {
    package let atMost: Int
    package let within: Duration
    package let firstDelay: Duration
    package let maxDelay: Duration

    package init(_ read: SettingsReader) {
        atMost = read(
            "at_most", .integer(0...100), default: 5,
            "After more failures than this within the time below, a driver has failed for good. "
                + "A device that is merely absent, or in use by others, does not count: it is asked "
                + "for for ever.")
        within = read(
            "within", .duration(.seconds(1) ... .seconds(86400)), default: .seconds(60),
            "The time in which failures are counted.")
        firstDelay = read(
            "first_delay", .duration(.milliseconds(10) ... .seconds(60)),
            default: .milliseconds(500),
            "The wait before the second attempt; it doubles with each further one.")
        maxDelay = read(
            "longest_delay", .duration(.milliseconds(10) ... .seconds(600)), default: .seconds(30),
            "The longest wait between attempts.")
        check(read)
    }

    private func check(_ read: SettingsReader) {
        read.check(
            firstDelay <= maxDelay, "longest_delay",
            "must not be shorter than first_delay (\(text(of: firstDelay)))")
    }
}

/// One driver that the configuration names.
package struct DriverEntry: Sendable {
    package let name: String
    package let kind: AnyDriverPlugin
    /// The drivers that start before it.
    package let after: [String]
    let configured: ConfiguredDriver

    /// What it gives and takes, as it is configured.
    package var ports: [DriverPort] { configured.ports }

    /// Its settings, for a tool that knows the plugin; `nil` when they are another plugin's.
    package func settings<Settings: PluginSettings>(as type: Settings.Type) -> Settings? {
        configured.settings as? Settings
    }
}

/// One policy that the configuration names.
package struct PolicyEntry: Sendable {
    package let name: String
    package let kind: AnyPolicyPlugin
    package let period: Duration
    /// How long a command holds that is not renewed.
    package let lease: Duration
    /// For each of the policy's ports the end it is bound to; without those bound to nothing.
    package let bindings: [String: PortAddress]
    let configured: ConfiguredPolicy
}

/// One end of a driver: `drone.flight`.
package struct PortAddress: Hashable, Sendable, CustomStringConvertible {
    package let driver: String
    package let port: String

    package var description: String { "\(driver).\(port)" }
}
