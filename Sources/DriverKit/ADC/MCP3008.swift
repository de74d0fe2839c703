import Values

/// An MCP3004 or MCP3008 without the kernel's driver (data sheet DS21295, "Using with
/// microcontroller SPI ports").
struct MCP3008: ADCInput {
    private let chip: SPIChip
    private let channels: Int
    /// The voltage at VREF; `nil` when nobody said.
    private let referenceVolts: Double?

    /// The data sheet allows 1.35 MHz at 2.7 V, 3.6 MHz at 5 V.
    static let hertz: UInt32 = 1_000_000
    private static let steps = 1024.0

    init(_ chip: SPIChip, channels: Int, referenceVolts: Double?) {
        self.chip = chip
        self.channels = channels
        self.referenceVolts = referenceVolts
    }

    func raw(_ channel: Int) throws(DeviceError) -> Double {
        Double(try convert(channel))
    }

    func millivolts(_ channel: Int) throws(DeviceError) -> ADCVoltage? {
        guard let referenceVolts else { return nil }
        let raw = try convert(channel)
        return ADCVoltage(
            millivolts: Double(raw) * referenceVolts * 1000 / Self.steps, isSaturated: false)
    }

    /// A start bit, "single ended", three bits of channel; then a null bit and ten bits, the highest
    /// first. An MCP3004 ignores the first of the three, so that it would take input 5 for input 1
    /// (table 5-1).
    private func convert(_ channel: Int) throws(DeviceError) -> Int {
        guard (0..<channels).contains(channel) else {
            throw DeviceError(.refused, "the converter has no input \(channel)")
        }
        let answer = try chip.transfer([0x01, 0x80 | UInt8(channel) << 4, 0x00])
        // Nobody pulls the line while there is no chip: the null bit reads 1 on most boards.
        guard answer[1] & 0x04 == 0 else {
            throw DeviceError(
                .timeout, "no converter answers on SPI; are its power, CS and DOUT connected?")
        }
        return Int(answer[1] & 0x03) << 8 | Int(answer[2])
    }
}
