import Glibc
import LinuxIO
import Values

/// One of the kernel's interfaces to sensors: where chips are, what channels they have, and in which
/// units.
package struct KernelSensorInterface: Sendable {
    /// Below `/sys`.
    let directory: String
    /// How the directory of a chip begins; a number follows, which says nothing.
    let prefix: String
    /// A file of a channel's value is "in_temp_input", or "temp1_input".
    let filePrefix: String
    let kinds: [String: KernelChannel.Kind]
    /// Reads a channel in the kernel's unit. May wait for the chip.
    let read: @Sendable (SysfsDirectory, KernelChannel) throws(IOError) -> Double
    /// Why the value should not be relied on, if the kernel says so.
    let doubt: @Sendable (SysfsDirectory, KernelChannel) -> String?

    func channel(_ name: String) -> KernelChannel? { KernelChannel(name, of: kinds) }

    var hasLight: Bool { kinds.values.contains { $0.quantity == .light } }

    /// The types of channel, for errors.
    var expected: String { kinds.keys.sorted().joined(separator: ", ") }

    /// The channels that a chip has, for errors.
    func channels(of chip: SysfsDirectory) -> [String] {
        let names = ((try? chip.names()) ?? []).compactMap { file -> String? in
            let endings = ["_input", "_raw"]
            guard file.hasPrefix(filePrefix),
                let ending = endings.first(where: { file.hasSuffix($0) })
            else { return nil }
            return String(file.dropFirst(filePrefix.count).dropLast(ending.count))
        }
        return Set(names.filter { channel($0) != nil }).sorted()
    }
}

extension KernelSensorInterface {
    /// Industrial I/O (Documentation/ABI/testing/sysfs-bus-iio). A value is in `in_X_input`, or it is
    /// (`in_X_raw` + `in_X_offset`) × `in_X_scale`, both of the channel or of all of its type. Units:
    /// millivolts, milliamperes, milliwatts, joules, ohms, thousandths of a degree Celsius and of a
    /// percent, kilopascals, lux, metres.
    package static let iio = KernelSensorInterface(
        directory: "bus/iio/devices", prefix: "iio:device", filePrefix: "in_",
        kinds: [
            "temp": .init(.temperature, 0.001), "humidityrelative": .init(.humidity, 0.001),
            "pressure": .init(.pressure, 10), "voltage": .init(.voltage, 0.001),
            "current": .init(.current, 0.001), "power": .init(.power, 0.001),
            "energy": .init(.energy, 1), "resistance": .init(.resistance, 1),
            "illuminance": .init(.light, 1), "distance": .init(.distance, 1),
            "count": .init(.count, 1),
        ],
        read: { device, channel throws(IOError) in
            if let value = try device.numberIfThere("in_\(channel.name)_input") { return value }
            let raw = try device.attribute("in_\(channel.name)_raw").number()
            let (name, type) = (channel.name, channel.sharedName)
            let scale = try device.parameter("scale", of: name, sharedAs: type) ?? 1
            let offset = try device.parameter("offset", of: name, sharedAs: type) ?? 0
            return (raw + offset) * scale
        },
        doubt: { _, _ in nil })

    /// Hardware monitoring (Documentation/hwmon/sysfs-interface.rst). Units: thousandths of a degree
    /// Celsius and of a percent, millivolts, milliamperes, microwatts, microjoules, revolutions a minute.
    /// `tempN_fault` and `fanN_fault` say that a value means nothing.
    package static let hwmon = KernelSensorInterface(
        directory: "class/hwmon", prefix: "hwmon", filePrefix: "",
        kinds: [
            "temp": .init(.temperature, 0.001), "humidity": .init(.humidity, 0.001),
            "in": .init(.voltage, 0.001), "curr": .init(.current, 0.001),
            "power": .init(.power, 1e-6), "energy": .init(.energy, 1e-6),
            "fan": .init(.rotation, 1),
        ],
        read: { device, channel throws(IOError) in
            try device.attribute("\(channel.name)_input").number()
        },
        doubt: { device, channel in
            guard let fault = try? device.attribute("\(channel.name)_fault").integer(), fault != 0
            else { return nil }
            return "the chip reports a fault of \(channel.name)"
        })
}
