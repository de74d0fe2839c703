import Values

/// The memory of a DS18B20 as the kernel's `w1_slave` file shows it.
///
/// Layout and values from the chip's data sheet ("Memory"); the text from `w1_therm.c`.
struct DS18B20Scratchpad: Equatable, Sendable {
    /// All nine bytes, the last one the checksum.
    let bytes: [UInt8]

    /// After a conversion. The temperature is cut to the resolution (9 to 12 bits), as the chip
    /// does, and kept within its range, -55 to 125 °C.
    init(celsius: Double, resolutionBits: Int) {
        let bits = min(12, max(9, resolutionBits))
        let step = 1 << (12 - bits)
        let sixteenths = Int((min(125, max(-55, celsius)) * 16).rounded(.down))
        // Cut towards minus infinity: the chip leaves the lowest bits of the two's complement out.
        let register = UInt16(bitPattern: Int16(sixteenths & ~(step - 1)))
        // Byte 6 of a converted value; measured on real chips, the data sheet calls it reserved.
        let remain = UInt8(0x10 - (register & 0x0F))
        self.init(register: register, resolutionBits: bits, reserved: remain)
    }

    private init(register: UInt16, resolutionBits: Int, reserved: UInt8) {
        let configuration = UInt8(0x1F | (resolutionBits - 9) << 5)
        let memory: [UInt8] = [
            UInt8(truncatingIfNeeded: register), UInt8(register >> 8), 0x4B, 0x46, configuration,
            0xFF, reserved, 0x10,
        ]
        bytes = memory + [dallasCRC8(memory)]
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What it holds before its first conversion: 85 °C, with the mark in byte 6 that tells it
    /// from a real 85 °C.
    static let poweredOn = DS18B20Scratchpad(register: 0x0550, resolutionBits: 12, reserved: 0x0C)

    /// What a shorted bus reads as. The checksum of zeros is zero, so it is "right".
    static let shorted = DS18B20Scratchpad(bytes: [UInt8](repeating: 0, count: 9))

    /// As the kernel works it out of the register.
    var milliCelsius: Int {
        let register = Int16(bitPattern: UInt16(bytes[1]) << 8 | UInt16(bytes[0]))
        return Int(register) * 1000 / 16
    }

    /// The file's two lines.
    var text: String {
        let hex = bytes.map { padded($0, to: 2, radix: 16) }.joined(separator: " ")
        return """
            \(hex) : crc=\(padded(bytes[8], to: 2, radix: 16)) YES
            \(hex) t=\(milliCelsius)

            """
    }
}

/// The checksum of 1-Wire (x⁸ + x⁵ + x⁴ + 1, lowest bit first), from Maxim application note 27.
func dallasCRC8(_ bytes: some Sequence<UInt8>) -> UInt8 {
    bytes.reduce(0) { crc, byte in
        (0..<8).reduce(crc ^ byte) { shifted, _ in
            shifted & 1 == 1 ? shifted >> 1 ^ 0x8C : shifted >> 1
        }
    }
}
