import Core
import JSON
import LinuxIO
import Values

extension PWMActuator {
    /// A proposal for each chip but the one that cools a Pi 5: what its channels would move nobody can
    /// tell. Exports none.
    package static func discover(_ system: SystemPaths) -> [Finding] {
        PWMChip.all(sysfs: system.sysfs).compactMap { chip in
            guard !chip.isFan, let count = try? chip.channelCount(), count > 0 else { return nil }
            let place: [(key: String, value: JSONValue)] =
                chip.isOnHeader ? [] : [("chip", .string(chip.device))]
            let channels = count == 1 ? "channel 0" : "channels 0 to \(count - 1)"
            return .proposal(
                "\(name) on PWM chip \(chip.device), \(channels)", name: name,
                place + [("channel", 0)])
        }
    }

    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        let channel = try settings.channel.find(system)
        try channel.checkUnclaimed()
        return channel.path
    }
}
