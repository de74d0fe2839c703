import Core
import Devices
import DriverKit
import LinuxIO

extension GPIOOutput {
    /// Lines that are one request: all are set in one call, and all fail together.
    package struct Device: ActuatorDevice {
        private let lines: any DigitalOutputs
        private let settings: Settings

        package init(_ lines: any DigitalOutputs, _ settings: Settings) {
            self.lines = lines
            self.settings = settings
        }

        package var description: String { lines.places.joined(separator: ", ") }
        package var diagnostics: [Diagnostic] {
            [Diagnostic("lines", settings.lines.named(lines.places))]
        }

        package func open(at now: Instant) throws(DeviceError) -> Plan? {
            Plan(settings, found: lines.initialLevels, at: now)
        }

        package func apply(_ output: [Bool], isResync: Bool) throws(DeviceError) {
            try set(output)
        }

        /// Leaves the lines at their safe level.
        package func close() throws(DeviceError) {
            defer { lines.release() }
            try set(settings.safeLevels)
        }

        private func set(_ levels: [Bool]) throws(DeviceError) {
            do throws(IOError) {
                try lines.set(areActive: levels)
            } catch {
                throw DeviceError(error)
            }
        }
    }
}
