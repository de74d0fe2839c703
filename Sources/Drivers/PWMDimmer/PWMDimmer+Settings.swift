import Core
import Devices
import DriverKit
import LinuxIO

extension PWMDimmer {
    package struct Settings: PluginSettings {
        let channel: PWMChannelSettings
        let period: Duration
        let isInverted: Bool
        /// From off to full; zero for at once.
        let ramp: Duration
        let safe: Level

        package init(_ read: SettingsReader) {
            channel = PWMChannelSettings(read)
            period = read(
                "period", .duration(.microseconds(10) ... .milliseconds(100)),
                default: .milliseconds(1),
                "From one pulse to the next: 1 ms for a lamp, 40 us for a fan with four wires, 5 ms"
                    + " for a PCA9685, which has one for all its channels.")
            isInverted = read(
                "active_low", .bool, default: false,
                "Whether more means less voltage, as behind one transistor.")
            ramp = read(
                "ramp", .duration(.zero ... .seconds(60)), default: .milliseconds(500),
                "How long it takes from 0 to 1, and for less in proportion. The safe level is taken"
                    + " at once.")
            let level = read(
                "safe", .number(0...1), default: 0,
                "The level when nobody is in charge: at the end, without a lease, and 2 s after a"
                    + " start at the latest.")
            safe = Level(level) ?? .off
        }

        /// Whether no pulses at all give a level.
        func isSilent(_ level: Level) -> Bool { level == .off && !isInverted }

        /// Has a channel give a level.
        func give(_ level: Level, at output: inout PWMOutput) throws(IOError) {
            guard !isSilent(level) else { return try output.stop() }
            // A PCA9685 rounds its period: full is as long as that.
            let wanted = period.nanoseconds
            let whole = output.state.hasPeriod(wanted) ? output.state.period : wanted
            let width = Int64((level.ratio * Double(whole)).rounded())
            try output.pulse(
                widthNanoseconds: isInverted ? whole - width : width, periodNanoseconds: whole)
        }

        /// The level that a channel gives.
        func level(of pulses: PWMState) -> Level {
            guard pulses.isEnabled, pulses.period > 0 else { return .off }
            let ratio = Double(pulses.duty) / Double(pulses.period)
            // Pulses that are inverted by the channel and by the wiring are inverted by neither.
            return Level(pulses.isInverted != isInverted ? 1 - ratio : ratio) ?? .off
        }
    }
}
