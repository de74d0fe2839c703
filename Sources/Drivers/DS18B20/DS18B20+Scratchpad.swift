import Values

extension DS18B20 {
    /// The chip's nine bytes of memory, as `w1_slave` shows them (data sheet, "Memory").
    ///
    /// ```
    /// 50 05 4b 46 7f ff 0c 10 1c : crc=1c YES
    /// 50 05 4b 46 7f ff 0c 10 1c t=85000
    /// ```
    /// Bytes: temperature low and high, alarms high and low, configuration, three reserved, CRC.
    ///
    /// The GX20MH01, which says that it is a DS18B20, has 13 and 14 bits, too: bit 7 of the
    /// configuration marks them, and its bits 1 and 0 are two more of the temperature
    /// (drivers/w1/slaves/w1_therm.c, w1_DS18B20_convert_temp).
    struct Scratchpad: Equatable, Sendable {
        /// What the chip can measure (data sheet).
        static let measurableCelsius = -55.0...125.0

        private let bytes: [UInt8]

        /// Reads the content of `w1_slave` and checks that it is whole and true.
        init(parsing content: [UInt8]) throws(ReadingError) {
            guard !content.isEmpty else { throw .empty }
            let lines = content.split(separator: UInt8(ascii: "\n")).map(Self.words)
            guard lines.count == 2, lines[0].count == 12, lines[1].count == 10,
                let bytes = Self.bytes(lines[0].prefix(9))
            else { throw .malformed }
            guard lines[0][11] != "NO" else { throw .checksum }
            guard lines[0][11] == "YES", lines[0][9] == ":", lines[0][10].hasPrefix("crc="),
                lines[1][9].hasPrefix("t="), let milli = Int(lines[1][9].dropFirst(2))
            else { throw .malformed }
            self.bytes = bytes
            guard bytes.contains(where: { $0 != 0 }) else { throw .shortedBus }
            guard Self.checksum(of: bytes.dropLast()) == bytes[8] else { throw .checksum }
            // The kernel calculates its figure from these bytes: if it differs, then the two lines
            // are not of one reading.
            guard abs(milli.clamped - sixtyFourths * 1000 / 64) <= 1 else { throw .malformed }
        }

        /// The resolution that this reading was made with (bits 5 to 7 of the configuration).
        var resolutionBits: Int { min(14, 9 + Int(bytes[4] >> 5)) }

        /// How long the chip takes for that.
        var conversionTime: Duration { Self.conversionTime(resolutionBits) }

        /// How long a conversion takes (data sheet, table 2): 93.75 ms at 9 bits, twice as long for
        /// each more up to 12. What a GX20MH01 takes for 13 and 14 was found out by the kernel's
        /// authors; its data sheet says less.
        static func conversionTime(_ resolutionBits: Int) -> Duration {
            switch resolutionBits {
            case ...12: .microseconds(93_750 << (resolutionBits - 9))
            case 13: .milliseconds(850)
            default: .milliseconds(1600)
            }
        }

        /// Whether it holds one of the chip's two ways to say that it has no temperature.
        var isUnconverted: Bool { (try? temperature()) == nil }

        /// The temperature, unless it is one of the chip's two ways to say that it has none.
        ///
        /// Byte 6 is 0x0C only while no conversion has been completed; it tells 85 °C after
        /// power-on from a true 85 °C. The kernel's own check goes by it too.
        func temperature() throws(ReadingError) -> Temperature {
            if bytes[6] == 0x0C, sixteenths == 0x0550 { throw .powerOnReset }
            if bytes[6] == 0x0C, sixteenths == 0x07FF { throw .insufficientPower }
            return Temperature(celsius: Double(sixtyFourths & ~undefinedBits) / 64)
        }

        /// Sixteenths of a degree, two's complement.
        private var sixteenths: Int16 {
            Int16(bitPattern: UInt16(bytes[1]) << 8 | UInt16(bytes[0]))
        }

        /// The same in finer steps, which 12 bits and fewer leave at zero.
        private var sixtyFourths: Int {
            Int(sixteenths) * 4 + (resolutionBits > 12 ? Int(bytes[4] & 3) : 0)
        }

        /// Below 14 bits the lowest of them are undefined.
        private var undefinedBits: Int { (1 << (14 - resolutionBits)) - 1 }

        /// The CRC of 1-Wire: x⁸ + x⁵ + x⁴ + 1, lowest bit first, starting at 0.
        static func checksum(of bytes: some Sequence<UInt8>) -> UInt8 {
            bytes.reduce(0) { crc, byte in
                (0..<8).reduce(crc ^ byte) { crc, _ in crc >> 1 ^ (crc & 1 == 0 ? 0 : 0x8C) }
            }
        }

        private static func words(_ line: ArraySlice<UInt8>) -> [String] {
            line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        }

        private static func bytes(_ words: ArraySlice<String>) -> [UInt8]? {
            let bytes = words.compactMap { word in
                // The initialiser would take a sign as well.
                word.count == 2 && word.allSatisfy(\.isHexDigit) ? UInt8(word, radix: 16) : nil
            }
            return bytes.count == words.count ? bytes : nil
        }
    }
}

extension Int {
    /// Held in a range that arithmetic on it cannot leave.
    fileprivate var clamped: Int { Swift.min(1_000_000, Swift.max(-1_000_000, self)) }
}
