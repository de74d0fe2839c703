/// An ADS1115 of Tests/Rig/Kernel/i2c_bus.c, plugged in as long as this lives: the kernel drives the
/// one at 0x48; the one at 0x49 is left to `/dev/i2c-1`.
final class ADS1115: PluggableChip, Sendable {
    let chip: ControlFiles

    init(address: String) throws {
        chip = ControlFiles("\(Rig.chips)/rig_i2c/\(address)")
        try chip.set("silent", to: 0)
        try chip.set("slow_ms", to: 0)
        for input in 0..<4 { try set(input, millivolts: 0) }
        try plugIn()
    }

    func set(_ input: Int, millivolts: Int) throws {
        try chip.set("input\(input)_uv", to: millivolts * 1000)
    }

    deinit {
        try? chip.set("silent", to: 0)
        try? chip.set("slow_ms", to: 0)
        try? pullOut()
    }
}
