import Core
import Devices
import DriverKit
import LinuxIO

extension Servo {
    /// The channel that gives the servo its pulses.
    package struct Device: ActuatorDevice {
        let settings: Settings
        var channel: AdoptedPWM

        package var description: String { channel.description }
        package var diagnostics: [Diagnostic] { channel.diagnostics }

        package mutating func open(at now: Instant) throws(DeviceError) -> Plan? {
            try channel.open(at: now).map { Plan(settings, found: $0, at: now) }
        }

        package mutating func apply(
            _ wanted: SlewController.Output, isResync: Bool
        ) throws(DeviceError) {
            try channel.apply(isResync: isResync) { output throws(IOError) in
                switch wanted {
                case .unchanged: break
                case .off: try output.stop()
                case .pulse(let angle):
                    try output.pulse(
                        widthNanoseconds: settings.pulse.widthNanoseconds(at: angle),
                        periodNanoseconds: settings.pulse.period.nanoseconds)
                }
            }
        }

        /// Stops the pulses, unless the settings want the servo held for ever: then they go on as
        /// they are, with nobody to change them, until the next start adopts them.
        package mutating func close() throws(DeviceError) {
            guard !settings.motion.holdsForEver else { return }
            try apply(.off, isResync: false)
        }
    }
}

extension Servo.SlewController.Settings {
    /// Whether the pulses are to go on when nobody is there to send them.
    fileprivate var holdsForEver: Bool {
        releaseAfter == nil && leaseEnd != .release
    }
}
