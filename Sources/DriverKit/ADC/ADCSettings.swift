import Core
import Settings
import Values

/// Which converter, and where it is: the settings that all drivers of what is on one have alike.
package struct ADCSettings: Equatable, Sendable {
    /// Where the converter hangs.
    package enum Location: Equatable, Sendable {
        case spi(SPIAddress)
        case i2c(I2CAddress)

        /// What the kernel calls the device there: "spi0.1", "1-0048".
        var deviceName: String {
            switch self {
            case .spi(let address): address.deviceName
            case .i2c(let address): address.deviceName
            }
        }

        /// Below `/dev`, through which it is read without a driver of the kernel's.
        var busFile: String {
            switch self {
            case .spi(let address): address.name
            case .i2c(let address): "i2c-\(address.bus)"
            }
        }
    }

    package let model: ADCModel
    /// `nil`: it is the only one of its name.
    package let location: Location?
    let ads1115: ADS1115.Settings
    let referenceVolts: Double?

    /// By what ADDR of an ADS1x15 is connected to: GND, VDD, SDA, SCL (data sheet SBAS444).
    private static let ads1115Addresses: ClosedRange<UInt8> = 0x48...0x4B

    package init(_ read: SettingsReader) {
        model = ADCModel(
            read(
                "device", .text("a converter's name such as \"mcp3008\""), default: "mcp3008",
                "The analogue converter: mcp3008, ads1115, or the name the kernel gives it."))
        location = Self.location(read, model)
        ads1115 = ADS1115.Settings(read, model)
        referenceVolts = read(
            optional: "reference", .volts(0.5...6),
            "Voltage at the converter's VREF, where the kernel does not know it.")
    }

    /// Reads which input, which the converter must have.
    package func channel(_ read: SettingsReader) -> Int {
        let channel = read("channel", .integer(0...31), default: 0, "Its input, counted from 0.")
        check(channel, "channel", read)
        for model in ADCModel.known {
            read.declare(
                .atMost("channel", model.channels - 1, where: "device", is: model.name))
        }
        return channel
    }

    func check(_ channel: Int, _ key: String, _ read: SettingsReader) {
        read.check(
            channel < model.channels, key,
            "an \(model.name) has the inputs 0 to \(model.channels - 1)")
    }

    /// For `PolledSensor.bus`: a conversion is several transfers, between which nobody else may choose
    /// another input. `nil` where the kernel sees to that.
    package var bus: String? {
        switch location {
        case .spi(let address): address.name
        case .i2c(let address): address.name
        case nil: nil
        }
    }

    /// Whether Roost reads the chip if the kernel has no driver loaded.
    var isReadDirectly: Bool { location != nil && model.chip != nil }

    private static func location(_ read: SettingsReader, _ model: ADCModel) -> Location? {
        let spi = read(
            optional: "spi", .spiAddress,
            "Where the converter is, if it is on SPI. Without a driver of the kernel's an "
                + "MCP3004 or MCP3008 is read through /dev/spidev0.0.")
        let i2c = read(
            optional: "i2c", .integer(0...255),
            "The bus that the converter is on, if it is on I2C. Without a driver of the "
                + "kernel's an ADS1115 is read through /dev/i2c-N.")
        let given = read(
            optional: "i2c_address", .i2cAddress,
            "Its address there, 0x48 unless it is set. An ADS1115 has 0x48, 0x49, 0x4A or "
                + "0x4B: by what ADDR is connected to: GND, VDD, SDA or SCL.")
        let address = given?.value ?? ads1115Addresses.lowerBound
        read.check(spi == nil || model.bus != .i2c, "spi", "an \(model.name) is on I2C")
        read.check(i2c == nil || model.bus != .spi, "i2c", "an \(model.name) is on SPI")
        read.rule(.atMostOne(["spi", "i2c"]), "i2c", "instead of spi, not with it")
        read.rule(
            .needs("i2c_address", ["i2c"]), "i2c_address", "needs i2c, the bus that it is on")
        read.check(
            model.chip != .ads1115 || ads1115Addresses.contains(address), "i2c_address",
            "no \(model.name) has it: they have 0x48 to 0x4B")
        return spi.map { .spi($0) } ?? i2c.map { .i2c(I2CAddress(bus: $0, address: address)) }
    }
}

extension ADCSettings {
    /// Refuses what would take longer to read than it is fresh, as far as the settings tell: through the
    /// kernel the rate is the overlay's, and `open` looks at it.
    package func checkRate(conversions: Int, every: Duration, _ read: SettingsReader) {
        guard isReadDirectly, model.chip == .ads1115 else { return }
        let time = ads1115.conversionTime * conversions
        read.check(
            time <= every, "i2c_rate",
            "a reading is \(conversions) conversions and would take \(text(of: time)), longer "
                + "than \"every\": take a higher rate, or \"mains\": \"none\"")
    }
}
