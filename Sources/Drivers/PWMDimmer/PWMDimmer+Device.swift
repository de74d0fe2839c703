import Core
import Devices
import DriverKit
import LinuxIO

extension PWMDimmer {
    /// The channel that gives the level.
    package struct Device: ActuatorDevice {
        private let settings: Settings
        private let adoption: PWMAdoption
        private var output: PWMOutput?

        init(_ settings: Settings, _ channel: PWMChannel, at now: Instant) {
            self.settings = settings
            adoption = PWMAdoption(channel, at: now)
        }

        package var description: String { adoption.channel.path }
        package var diagnostics: [Diagnostic] {
            [Diagnostic("channel", .string(adoption.channel.path))]
        }

        package mutating func open(at now: Instant) throws(DeviceError) -> Plan? {
            output = try adoption.open(at: now)
            return output.map { Plan(settings, found: settings.level(of: $0.state), at: now) }
        }

        package mutating func apply(_ level: Level, isResync: Bool) throws(DeviceError) {
            guard var output else { return }
            defer { self.output = output }
            do throws(IOError) {
                if isResync { try output.refresh() }
                try settings.give(level, at: &output)
            } catch {
                throw DeviceError(error, of: adoption.channel)
            }
        }

        /// Leaves the channel at its safe level, which goes on without us.
        package mutating func close() throws(DeviceError) {
            try apply(settings.safe, isResync: false)
        }
    }
}
