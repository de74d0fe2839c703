import Glibc

/// An analogue converter of the kernel's Industrial I/O (Documentation/ABI/testing/sysfs-bus-iio).
package struct IIODevice: Equatable, Sendable {
    private let directory: SysfsDirectory
    /// What the kernel calls the chip: "mcp3008".
    package let name: String
    /// The device that the chip is on its own bus: "spi0.1", "1-0048".
    package let place: String
    /// What that bus calls the chip: "ads1115", where its driver says "ads1015" of all that it knows.
    /// `nil` on a bus that has no such file: SPI.
    package let model: String?

    /// All converters there are. They are told apart by `name` and `place`; their numbers depend on
    /// the order in which the kernel found them.
    ///
    /// - Throws: `ENOENT` when no converter's driver is loaded at all.
    package static func all(sysfs: String) throws(IOError) -> [IIODevice] {
        let devices = SysfsDirectory("\(sysfs)/bus/iio/devices")
        return try devices.names().filter { $0.hasPrefix("iio:device") }.compactMap { entry in
            let directory = devices.directory(entry)
            guard let name = try? directory.attribute("name").text() else { return nil }
            let parent = directory.realParent
            return IIODevice(
                directory: directory, name: name, place: parent?.name ?? "",
                model: try? parent?.attribute("name").text())
        }
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
