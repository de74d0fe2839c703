import Core
import Devices

extension Photoresistor {
    /// Where the converter is when no driver of the kernel has it.
    enum Bus: Equatable, Sendable {
        /// `/dev/spidevB.C`: an MCP3004 or MCP3008.
        case spi(String)
        /// `/dev/i2c-N` and the chip's address: an ADS1115, or an ADS1015 with its 12 bits.
        case i2c(String, address: ADS1115.Address, ADS1115.Settings)

        static let spiConverters = ["mcp3004", "mcp3008"]
        static let i2cConverters = ["ads1015", "ads1115"]

        static func read(_ read: SettingsReader, converter: String) -> Bus? {
            let spi = read(
                optional: "spi", .matching("a bus and its chip select such as \"0.0\"", isSPI),
                "Talk to an MCP3004 or MCP3008 at /dev/spidev0.0 if the kernel has no driver on it."
            )
            let i2c = read(
                optional: "i2c", .integer(0...255),
                "Talk to an ADS1115 on /dev/i2c-N if the kernel has no driver on it.")
            let address = read(
                "i2c_address", .oneOf(ADS1115.Address.ground), default: .ground,
                "Where on that bus: by what ADDR is connected to: GND, VDD, SDA or SCL.")
            let settings = ADS1115.Settings(read)
            read.check(
                spi == nil || spiConverters.contains(converter), "spi",
                "only for \(spiConverters.joined(separator: " and ")), not \"\(converter)\"")
            read.check(
                i2c == nil || i2cConverters.contains(converter), "i2c",
                "only for \(i2cConverters.joined(separator: " and ")), not \"\(converter)\"")
            if let spi { return .spi("spidev\(spi)") }
            return i2c.map {
                .i2c("i2c-\($0)", address: address, settings)
            }
        }

        private static func isSPI(_ text: String) -> Bool {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 2
                && parts.allSatisfy { part in UInt8(part).map { "\($0)" } == String(part) }
        }
    }
}
