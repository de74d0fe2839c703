import Core
import DriverKit
import LinuxIO
import Settings
import Values

/// A dimmer on a hardware PWM channel: an LED behind a transistor, a fan, a small motor in one
/// direction.
///
/// Facts: an LED flickers below 100 Hz or so; a fan with four wires takes 21 to 28 kHz ("4-Wire
/// Pulse Width Modulation Controlled Fans", Intel, 2005). A Pi's own PWM does both; a PCA9685 has 24
/// to 1526 Hz, one period for all of its channels and 4096 steps.
package enum PWMDimmer: PWMActuator {
    package static let name = "pwm-output"
    package static let summary =
        "A dimmer on a hardware PWM channel, for a lamp or a fan; without a command it is at its"
        + " safe level."
    package static let ports: [DriverPort] = [.sink(level), .source(output)]

    package static let level = Port<Level>("level", "How much is wanted, from 0 to 1.")
    package static let output = Port<Level>("output", "How much it gives at present.")

    package static func commandPorts(for settings: Settings) -> [Port<Level>] { [level] }

    package static func publish(_ plan: Plan, _ context: DriverContext, at now: Instant) {
        context.source(output).publish(plan.level, at: now)
    }

    /// Brings the channel to its safe level. A channel that is not there gives nothing.
    package static func makeSafeWithoutInstance(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) {
        guard let channel = try settings.channel.findIfPresent(system) else { return }
        let claim = channel.isExported ? try channel.claim() : nil
        defer { withExtendedLifetime(claim) {} }
        do throws(IOError) {
            // With nothing to keep up the channel can be given back.
            if settings.isSilent(settings.safe) { return try channel.disableAndUnexport() }
            if !channel.isExported { try channel.export() }
            var output = try PWMOutput(adopting: channel)
            try settings.give(settings.safe, at: &output)
        } catch {
            throw DeviceError(error, of: channel)
        }
    }
}

extension PWMDimmer {
    package struct Settings: PWMActuatorSettings {
        package let channel: PWMChannelSettings
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

        /// The channel is left at its safe level, which goes on without us.
        package var atClose: Level? { safe }

        package func plan(found: PWMState, at now: Instant) -> Plan {
            Plan(self, found: level(of: found), at: now)
        }

        package func give(_ level: Level, at output: inout PWMOutput) throws(IOError) {
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
