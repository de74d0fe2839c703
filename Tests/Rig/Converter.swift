/// One of the MCP3008 of Tests/Rig/Kernel/spi_bus.c, plugged in as long as this lives: the kernel
/// drives the one at `spi0.0`; the one at `spi0.1` is left to `/dev/spidev0.1`.
final class Converter: PluggableChip, Sendable {
    static let fullScale = 1023

    let chip: ControlFiles

    /// With a reference of 3.3 V that the kernel knows of, or one that it does not, as with the
    /// Pi's own overlay.
    init(chipSelect: Int = 0, kernelKnowsReference: Bool = true) throws {
        chip = ControlFiles("\(Rig.chips)/rig_spi/\(chipSelect)")
        try pullOut()
        try chip.set("fail", to: 0)
        try chip.set("slow_ms", to: 0)
        try chip.set("silent", to: 0)
        try chip.set("vref_mv", to: kernelKnowsReference && chipSelect == 0 ? 3300 : 0)
        for input in 0..<8 { try set(input, to: 0) }
        try plugIn()
    }

    func set(_ input: Int, to steps: Int) throws {
        try chip.set("input\(input)", to: steps)
    }

    /// Every conversion ends with this error of the bus; 0 for none.
    func fail(with code: Int32) throws {
        try chip.set("fail", to: code)
    }

    /// Every conversion takes so much longer; 0 for no longer than the clock.
    func slow(milliseconds: Int) throws {
        try chip.set("slow_ms", to: milliseconds)
    }

    deinit {
        try? slow(milliseconds: 0)
        try? pullOut()
    }
}
