import Settings
import Values

/// A kind of driver: what the configuration can name, and how one is started.
///
/// Adding one is a folder with a type that conforms to this, and a line in `AllDrivers.swift`.
package protocol DriverPlugin: Sendable {
    associatedtype Settings: PluginSettings
    /// What it can be asked for, once, by a person or a program.
    associatedtype Request: PluginRequest = NoRequest

    /// The word in the configuration: `"driver": "ds18b20"`.
    static var name: String { get }
    /// One sentence for the reference.
    static var summary: String { get }
    /// What it gives and what it takes, for the reference.
    static var ports: [DriverPort] { get }

    /// What one with these settings gives and takes; `ports`, unless the settings name more.
    static func ports(for settings: Settings) -> [DriverPort]

    /// What one with these settings needs for itself; nothing unless it says so.
    static func claims(_ settings: Settings) -> [Claim]

    /// What one with these settings demands of whoever commands it, by the names of its sinks;
    /// nothing unless it says so.
    static func commandLimits(_ settings: Settings) -> [String: CommandLimits]

    /// How long after a change one with these settings tells of it, at most, by the names of its sources; nothing
    /// where that is not known.
    static func reportDelays(_ settings: Settings) -> [String: ReportDelay]

    /// Starts one. Returns soon: slow work belongs on the driver's own queue or thread.
    ///
    /// - Throws: why it cannot start. `DeviceError.Kind.absent` and `.busy` are retried for ever, anything else
    ///   within the restart budget.
    static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver

    /// Brings the device to its safe state with no driver running: after a crash, from a fresh
    /// process. Must work twice in a row, and where the device is not there. `clock` is for one
    /// that takes its time.
    static func makeSafeWithoutInstance(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError)

    /// What dead processes have left in motion, by notes of their own in the runtime directory;
    /// nothing unless it says so. For what must come to rest even if the settings cannot be read.
    static func leftBehind(_ system: SystemPaths) -> [LeftBehind]

    /// What is on this machine that it could be for, in the order in which it should be shown; nothing
    /// unless it says so. Takes no device and changes nothing, for others may be using it all; ends
    /// within a second.
    static func discover(_ system: SystemPaths) -> [Finding]

    /// Looks whether the device of these settings is there and free, as `discover` does; within seconds,
    /// counted on `clock`.
    ///
    /// - Returns: what was found; `nil` where there is nothing to look at.
    /// - Throws: what is wrong, and what may help. `.timeout` is for what may come right by itself.
    static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String?
}

extension DriverPlugin {
    package static func ports(for settings: Settings) -> [DriverPort] { ports }
    package static func claims(_ settings: Settings) -> [Claim] { [] }
    package static func leftBehind(_ system: SystemPaths) -> [LeftBehind] { [] }
    package static func discover(_ system: SystemPaths) -> [Finding] { [] }
    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? { nil }
    package static func commandLimits(_ settings: Settings) -> [String: CommandLimits] { [:] }
    package static func reportDelays(_ settings: Settings) -> [String: ReportDelay] { [:] }

    /// A driver that moves nothing has nothing to make safe.
    package static func makeSafeWithoutInstance(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) {}
}
