import Core
import Devices
import DriverKit
import LinuxIO

/// A dimmer on a hardware PWM channel: an LED behind a transistor, a fan, a small motor in one
/// direction.
///
/// Facts: an LED flickers below 100 Hz or so; a fan with four wires takes 21 to 28 kHz ("4-Wire
/// Pulse Width Modulation Controlled Fans", Intel, 2005). A Pi's own PWM does both; a PCA9685 has 24
/// to 1526 Hz, one period for all of its channels and 4096 steps.
package enum PWMDimmer: LeasedActuator {
    package static let name = "pwm-output"
    package static let summary =
        "A dimmer on a hardware PWM channel, for a lamp or a fan; without a command it is at its"
        + " safe level."
    package static let ports: [DriverPort] = [.sink(level), .source(output)]

    package static let level = Port<Level>("level", "How much is wanted, from 0 to 1.")
    package static let output = Port<Level>("output", "How much it gives at present.")

    package static func commandPorts(for settings: Settings) -> [Port<Level>] { [level] }

    package static func claims(_ settings: Settings) -> [Claim] { [settings.channel.claim] }

    /// Takes the channel over as it is: what runs goes on until a command, or for a moment.
    package static func device(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> Device {
        Device(settings: settings, channel: try settings.channel.adopt(context))
    }

    package static func publish(_ plan: Plan, _ context: DriverContext, at now: Instant) {
        context.source(output).publish(plan.level, at: now)
    }

    /// Brings the channel to its safe level. A channel that is not there gives nothing.
    package static func makeSafe(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) {
        guard let channel = try settings.channel.findIfPresent(system) else { return }
        do throws(IOError) {
            // With nothing to keep up the channel can be given back.
            if settings.isSilent(settings.safe) { return try channel.park() }
            if !channel.isExported { try channel.export() }
            var output = try PWMOutput(adopting: channel)
            try settings.give(settings.safe, at: &output)
        } catch {
            throw DeviceError(error, of: channel)
        }
    }
}
