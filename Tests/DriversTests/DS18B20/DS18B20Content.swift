@testable import Drivers

/// `w1_slave` as the kernel writes it (drivers/w1/slaves/w1_therm.c, w1_slave_show).
enum DS18B20Content {
    /// From the kernel's documentation of w1_therm: 23.125 °C at 12 bits.
    static let documented = """
        72 01 4b 46 7f ff 0e 10 57 : crc=57 YES
        72 01 4b 46 7f ff 0e 10 57 t=23125

        """
    /// Dumped from a sensor that lost its power (raspberrypi/firmware issue 392).
    static let powerOnReset = """
        50 05 4b 46 7f ff 0c 10 1c : crc=1c YES
        50 05 4b 46 7f ff 0c 10 1c t=85000

        """

    /// The first reading of a NOVOSENSE NS18B20 (cpetrich/counterfeit_DS18B20, README, Family E: 50/05/4B/46/7F/FF/10/10/BD):
    /// byte 6 has no mark.
    static let clonePowerOn = """
        50 05 4b 46 7f ff 10 10 bd : crc=bd YES
        50 05 4b 46 7f ff 10 10 bd t=85000

        """
    /// The same chip at 20 °C.
    static let clone20 = """
        40 01 4b 46 7f ff 10 10 1d : crc=1d YES
        40 01 4b 46 7f ff 10 10 1d t=20000

        """

    /// Configuration bytes of the data sheet.
    static let bits9: UInt8 = 0x1F
    static let bits12: UInt8 = 0x7F

    /// A reading of so many sixteenths of a degree.
    static func sixteenths(
        _ raw: Int16, configuration: UInt8 = bits12, byte6: UInt8 = 0x0E
    ) -> String {
        let word = UInt16(bitPattern: raw)
        return of(
            [UInt8(word & 255), UInt8(word >> 8), 0x4B, 0x46, configuration, 0xFF, byte6, 0x10],
            milli: Int(raw) * 1000 / 16)
    }

    static func celsius(_ degrees: Double, configuration: UInt8 = bits12) -> String {
        sixteenths(Int16(degrees * 16), configuration: configuration)
    }

    static func of(_ eight: [UInt8], milli: Int, verdict: String = "YES") -> String {
        let crc = DS18B20.Scratchpad.checksum(of: eight)
        let hex = (eight + [crc]).map(hex).joined(separator: " ")
        return "\(hex) : crc=\(self.hex(crc)) \(verdict)\n\(hex) t=\(milli)\n"
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
