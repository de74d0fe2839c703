/// A PCF8574 of Tests/Rig/Kernel/i2c_bus.c, plugged in as long as this lives: eight lines at address
/// 0x20 or 0x21 of I2C bus 1, driven by the kernel, with no wire that would tell of a change.
final class Expander: PluggableChip, Sendable {
    let chip: ControlFiles

    init(address: String) throws {
        chip = ControlFiles("\(Rig.chips)/rig_i2c/\(address)")
        try pullOut()
        try chip.set("silent", to: 0)
        try chip.set("slow_ms", to: 0)
        try chip.set("grounded", to: 0)
        try plugIn()
    }

    /// Connects a line to ground, from outside, and no other.
    func ground(_ offset: Int?) throws {
        try chip.set("grounded", to: offset.map { 1 << $0 } ?? 0)
    }

    /// Whether the chip itself connects a line to ground.
    func isLow(_ offset: Int) throws -> Bool {
        try chip.number("latch") & 1 << offset == 0
    }

    /// Forgets all levels, as after a dip of the supply.
    func forget() throws {
        try chip.set("latch", to: 255)
    }

    deinit {
        try? chip.set("slow_ms", to: 0)
        try? pullOut()
    }
}
