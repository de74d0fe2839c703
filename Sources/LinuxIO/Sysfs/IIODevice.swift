import Glibc

/// An analogue converter of the kernel's Industrial I/O (Documentation/ABI/testing/sysfs-bus-iio).
package struct IIODevice: Equatable, Sendable {
    private let device: NamedDevice
    /// What the kernel calls the chip: "mcp3008".
    package var name: String { device.name }
    /// The device that the chip is on its own bus: "spi0.1", "1-0048".
    package var place: String { device.place }
    /// What that bus calls the chip; `nil` on SPI.
    package var model: String? { device.model }

    private var directory: SysfsDirectory { device.directory }

    /// All converters there are. They are told apart by `name` and `place`; their numbers depend on
    /// the order in which the kernel found them.
    ///
    /// - Throws: `ENOENT` when no converter's driver is loaded at all.
    package static func all(sysfs: String) throws(IOError) -> [IIODevice] {
        try NamedDevice.all(in: SysfsDirectory("\(sysfs)/bus/iio/devices"), prefix: "iio:device")
            .map { IIODevice(device: $0) }
    }

    /// Converts once and gives the converter's own number. Blocks for one conversion: microseconds
    /// for an MCP3008, up to a quarter of a second for an ADS1115 at 8 samples a second.
    package func raw(channel: Int) throws(IOError) -> Int64 {
        try directory.attribute("in_voltage\(channel)_raw").integer()
    }

    /// How many millivolts one step is: the input is at (raw + offset) × scale.
    ///
    /// - Returns: `nil` when the converter states none, or the kernel cannot tell: the MCP3008's
    ///   overlay names no reference supply, and reading the scale gives `EINVAL`.
    package func scale(channel: Int) throws(IOError) -> Double? {
        do throws(IOError) {
            return try parameter("scale", channel: channel)
        } catch {
            guard error.code == ENOENT || error.code == EINVAL else { throw error }
            return nil
        }
    }

    /// What is added to the converter's number before it is scaled; most have none.
    package func offset(channel: Int) throws(IOError) -> Double {
        do throws(IOError) {
            return try parameter("offset", channel: channel)
        } catch {
            guard error.code == ENOENT else { throw error }
            return 0
        }
    }

    /// How often the converter converts in a second, where it says so; `nil` for most.
    package var samplingFrequency: Double? {
        let names =
            ["sampling_frequency", "in_voltage_sampling_frequency"]
            + (0..<4).map { "in_voltage\($0)_sampling_frequency" }
        return names.lazy.compactMap { try? directory.attribute($0).number() }.first
    }

    /// A parameter of this channel, or else the one that all channels share.
    private func parameter(_ name: String, channel: Int) throws(IOError) -> Double {
        do throws(IOError) {
            return try directory.attribute("in_voltage\(channel)_\(name)").number()
        } catch {
            guard error.code == ENOENT else { throw error }
            return try directory.attribute("in_voltage_\(name)").number()
        }
    }
}
