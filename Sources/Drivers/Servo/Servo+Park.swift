import Core
import Devices
import DriverKit
import LinuxIO

extension Servo {
    /// How long pulses are sent at most for a servo that nobody moves any more.
    private static let longestPull = Duration.seconds(3)
    private static let settlingTime = Duration.milliseconds(700)

    /// Pulses off, then the channel given back. One that is not there is safe.
    ///
    /// With a `safe_angle`, a servo that a process has left behind is brought there first: a bolt
    /// must not stay out because the program that would have drawn it is dead.
    package static func makeSafe(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) {
        guard let channel = try settings.channel.findIfPresent(system) else { return }
        do throws(IOError) {
            if let angle = settings.motion.safeAngle, channel.isExported {
                try pull(channel, to: angle, settings, clock)
            }
            try channel.park()
        } catch {
            throw DeviceError(error)
        }
    }

    /// Sends the pulses for an angle until the servo must have come there from anywhere.
    private static func pull(
        _ channel: PWMChannel, to angle: Angle, _ settings: Settings, _ clock: any Scheduler
    ) throws(IOError) {
        var output = try PWMOutput(adopting: channel)
        try output.pulse(
            widthNanoseconds: settings.pulse.widthNanoseconds(at: angle),
            periodNanoseconds: settings.pulse.period.nanoseconds)
        let range = abs(settings.motion.wholeRange.degrees)
        let travel = Duration.seconds(range / settings.motion.degreesPerSecond)
        clock.pause(for: min(longestPull, travel + settlingTime))
    }
}
