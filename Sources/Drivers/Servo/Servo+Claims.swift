import Core
import Devices

extension Servo {
    /// Its channel. Which chip is "the Pi's own" is one answer on each machine.
    package static func claims(_ settings: Settings) -> [Claim] {
        let chip = settings.chip ?? "the Pi's own"
        return [
            Claim(.pwmChannel, "\(settings.channelNumber) of \(chip)", key: "channel")
        ]
    }

    /// The angles that it can take. Another would be clamped, and whoever sent it would wait for a
    /// place where the horn never gets.
    package static func commandLimits(_ settings: Settings) -> [String: CommandLimits] {
        let (lowest, highest) = (settings.pulse.lowest, settings.pulse.highest)
        // A calibration that was refused may give no angles at all.
        guard lowest <= highest else { return [:] }
        let range = CommandRange(
            .angle, lowest.degrees...highest.degrees,
            key: "angle_min, angle_max and calibration")
        return [angle.name: CommandLimits(ranges: [range])]
    }
}
