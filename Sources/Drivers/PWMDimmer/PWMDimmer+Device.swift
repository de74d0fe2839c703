import Core
import Devices
import DriverKit
import LinuxIO

extension PWMDimmer {
    /// The channel that gives the level.
    package struct Device: ActuatorDevice {
        let settings: Settings
        var channel: AdoptedPWM

        package var description: String { channel.description }
        package var diagnostics: [Diagnostic] { channel.diagnostics }

        package mutating func open(at now: Instant) throws(DeviceError) -> Plan? {
            try channel.open(at: now).map {
                Plan(settings, found: settings.level(of: $0), at: now)
            }
        }

        package mutating func apply(_ level: Level, isResync: Bool) throws(DeviceError) {
            try channel.apply(isResync: isResync) { output throws(IOError) in
                try settings.give(level, at: &output)
            }
        }

        /// Leaves the channel at its safe level, which goes on without us.
        package mutating func close() throws(DeviceError) {
            try apply(settings.safe, isResync: false)
        }
    }
}
