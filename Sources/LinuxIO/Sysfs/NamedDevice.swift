import Glibc

/// A device of a kernel interface that numbers what it finds: `iio:device0`, `hwmon2`. The number says
/// nothing, as it depends on what was found before; a name and a place do.
package struct NamedDevice: Equatable, Sendable {
    /// Where the device itself is, below that of its bus: the numbered link to it may lead to another
    /// one tomorrow.
    package let directory: SysfsDirectory
    /// What its driver calls it: "mcp3008".
    package let name: String
    /// The device that it is on its own bus: "spi0.1", "1-0048". A hwmon device points to it with
    /// `device`, an IIO device is a part of it.
    package let place: String
    /// What that bus calls it: "ads1115", where its driver says "ads1015" of all that it knows. `nil` on
    /// a bus that has no such file: SPI.
    package let model: String?

    /// All in a directory whose names begin so, that have a name.
    ///
    /// - Throws: `ENOENT` when the kernel has no such interface.
    package static func all(
        in directory: SysfsDirectory, prefix: String
    ) throws(IOError) -> [NamedDevice] {
        try directory.names().filter { $0.hasPrefix(prefix) }
            .compactMap { NamedDevice(directory.directory($0)) }
    }

    private init?(_ directory: SysfsDirectory) {
        guard let name = try? directory.attribute("name").text() else { return nil }
        self.directory = directory.resolved ?? directory
        self.name = name
        if let place = try? directory.linkedName("device") {
            self.place = place
            model = try? directory.attribute("device/name").text()
        } else {
            let parent = directory.realParent
            place = parent?.name ?? ""
            model = try? parent?.attribute("name").text()
        }
    }
}

/// What an analogue converter of the kernel's Industrial I/O can be asked for
/// (Documentation/ABI/testing/sysfs-bus-iio).
extension NamedDevice {
    /// All converters there are. They are told apart by `name` and `place`; their numbers depend on
    /// the order in which the kernel found them.
    ///
    /// - Throws: `ENOENT` when no converter's driver is loaded at all.
    package static func converters(sysfs: String) throws(IOError) -> [NamedDevice] {
        try all(in: SysfsDirectory("\(sysfs)/bus/iio/devices"), prefix: "iio:device")
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
            guard error.code == EINVAL else { throw error }
            return nil
        }
    }

    /// What is added to the converter's number before it is scaled; most have none.
    package func offset(channel: Int) throws(IOError) -> Double {
        try parameter("offset", channel: channel) ?? 0
    }

    /// How often the converter converts in a second, where it says so; `nil` for most.
    package var samplingFrequency: Double? {
        let names =
            ["sampling_frequency", "in_voltage_sampling_frequency"]
            + (0..<4).map { "in_voltage\($0)_sampling_frequency" }
        return names.lazy.compactMap { try? directory.attribute($0).number() }.first
    }

    private func parameter(_ name: String, channel: Int) throws(IOError) -> Double? {
        try directory.parameter(name, of: "voltage\(channel)", sharedAs: "voltage")
    }
}

extension SysfsDirectory {
    /// The number in an attribute; `nil` where there is none of this name.
    package func numberIfThere(_ name: String) throws(IOError) -> Double? {
        do throws(IOError) {
            return try attribute(name).number()
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }

    /// A parameter of an IIO channel, or else the one that all of its type share.
    package func parameter(
        _ name: String, of channel: String, sharedAs type: String
    ) throws(IOError) -> Double? {
        if let own = try numberIfThere("in_\(channel)_\(name)") { return own }
        return try numberIfThere("in_\(type)_\(name)")
    }
}
