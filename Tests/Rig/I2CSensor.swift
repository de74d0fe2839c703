/// A sensor of Tests/Rig/Kernel/i2c_bus.c that a driver of the kernel's reads, plugged in as long as this
/// lives.
final class I2CSensor: PluggableChip, Sendable {
    let chip: ControlFiles

    init(address: String) throws {
        chip = ControlFiles("\(Rig.chips)/rig_i2c/\(address)")
        try chip.set("silent", to: 0)
        try chip.set("slow_ms", to: 0)
        try plugIn()
    }

    /// A BH1750: lux by the counts of its data sheet, 1.2 for each.
    static func light() throws -> I2CSensor { try I2CSensor(address: "23") }

    /// A BMP280 with the example of its data sheet (BST-BMP280-DS001, section 3.12): 25.08 °C and
    /// 100653.27 Pa.
    static func air() throws -> I2CSensor { try I2CSensor(address: "76") }

    /// An INA219 at the 10 mΩ that the kernel takes its shunt for.
    static func power() throws -> I2CSensor { try I2CSensor(address: "45") }

    deinit {
        try? chip.set("silent", to: 0)
        try? chip.set("slow_ms", to: 0)
        try? pullOut()
    }
}
