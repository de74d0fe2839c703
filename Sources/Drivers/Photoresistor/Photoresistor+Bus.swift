import Core
import Devices

extension Photoresistor {
    /// Where the converter hangs.
    enum Bus: Equatable, Sendable {
        /// The bus and the chip select: "0.1".
        case spi(String)
        case i2c(Int, address: UInt8)

        /// What can be read without a driver of the kernel's.
        static let spiConverters = ["mcp3004", "mcp3008"]
        static let i2cConverters = ["ads1015", "ads1115"]

        /// By what ADDR of an ADS1x15 is connected to: GND, VDD, SDA, SCL (data sheet SBAS444).
        private static let ads1115Addresses: ClosedRange<UInt8> = 0x48...0x4B

        /// What the kernel calls the device there: "spi0.1", "1-0048" (spi_dev_set_name in
        /// drivers/spi/spi.c, i2c_dev_set_name in drivers/i2c/i2c-core-base.c).
        var deviceName: String {
            switch self {
            case .spi(let name): "spi\(name)"
            case .i2c(let number, let address):
                "\(number)-00\(address < 0x10 ? "0" : "")\(String(address, radix: 16))"
            }
        }

        static func read(_ read: SettingsReader, converter: String) -> Bus? {
            let spi = read(
                optional: "spi", .matching("a bus and its chip select such as \"0.0\"", isSPI),
                "Where the converter is, if it is on SPI. Without a driver of the kernel's an "
                    + "MCP3004 or MCP3008 is read through /dev/spidev0.0.")
            let i2c = read(
                optional: "i2c", .integer(0...255),
                "The bus that the converter is on, if it is on I2C. Without a driver of the "
                    + "kernel's an ADS1115 is read through /dev/i2c-N.")
            let addressText = read(
                optional: "i2c_address",
                .matching("an address on I2C such as \"0x48\"") { Self.address($0) != nil },
                "Its address there, 0x48 unless it is set. An ADS1115 has 0x48, 0x49, 0x4A or "
                    + "0x4B: by what ADDR is connected to: GND, VDD, SDA or SCL.")
            let address = addressText.flatMap(Self.address) ?? ads1115Addresses.lowerBound
            let isADS1115 = i2cConverters.contains(converter)
            read.check(spi == nil || !isADS1115, "spi", "an \(converter) is on I2C")
            read.check(
                i2c == nil || Scale.fullScale(of: converter) == nil, "i2c",
                "an \(converter) is on SPI")
            read.check(spi == nil || i2c == nil, "i2c", "instead of spi, not with it")
            read.check(
                addressText == nil || i2c != nil, "i2c_address", "needs i2c, the bus that it is on")
            read.check(
                !isADS1115 || ads1115Addresses.contains(address), "i2c_address",
                "no \(converter) has it: they have 0x48 to 0x4B")
            return spi.map { .spi($0) } ?? i2c.map { .i2c($0, address: address) }
        }

        private static func isSPI(_ text: String) -> Bool {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 2
                && parts.allSatisfy { part in UInt8(part).map { "\($0)" } == String(part) }
        }

        /// An address of 7 bits; the I2C specification reserves the lowest and the highest eight.
        private static func address(_ text: String) -> UInt8? {
            let digits = text.dropFirst(2)
            guard text.hasPrefix("0x"), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let address = UInt8(digits, radix: 16), (0x08...0x77).contains(address)
            else { return nil }
            return address
        }
    }
}
