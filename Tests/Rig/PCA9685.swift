import TestSupport

/// The PCA9685 of Tests/Rig/Kernel/i2c_bus.c, plugged in as long as this lives.
final class PCA9685: PluggableChip, Sendable {
    let chip = ControlFiles("\(Rig.chips)/rig_i2c/40")

    init() throws {
        try chip.set("silent", to: 0)
        try plugIn()
    }

    /// What comes out, in nanoseconds: the period, and the pulse of a channel.
    func output(of channel: Int) throws -> (period: Int, pulse: Int) {
        let lines = try chip.text("state").split(separator: "\n").map { Int($0) ?? -1 }
        guard lines.count == 17 else { throw TestSupportError("not a state: \(lines)") }
        return (lines[0], lines[1 + channel])
    }

    /// The files of a channel that somebody else uses.
    func export(channel: Int) throws -> ControlFiles {
        try pwm.set("export", to: channel)
        return try files(of: channel)
    }

    /// The files of a channel that somebody has asked for.
    func files(of channel: Int) throws -> ControlFiles {
        ControlFiles("\(try pwm.path)/pwm\(channel)")
    }

    private var pwm: ControlFiles {
        get throws {
            let device = "/sys/bus/i2c/devices/1-0040/pwm"
            let chips = (0..<64).map { ControlFiles("\(device)/pwmchip\($0)") }
            guard let pwm = chips.first(where: { $0.has() })
            else { throw TestSupportError("no PWM chip in \(device)") }
            return pwm
        }
    }

    deinit {
        try? chip.set("silent", to: 0)
        try? pullOut()
    }
}
