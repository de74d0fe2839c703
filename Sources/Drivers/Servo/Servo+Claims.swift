import Core
import Devices

extension Servo {
    package static func claims(_ settings: Settings) -> [Claim] { [settings.channel.claim] }

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
