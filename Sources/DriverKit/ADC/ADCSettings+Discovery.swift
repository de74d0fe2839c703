import Core
import JSON
import LinuxIO

extension ADCSettings {
    /// A converter that the kernel reads.
    package struct Found: Sendable {
        package let model: ADCModel
        /// The device on its bus: "spi0.0".
        package let place: String
        /// The settings that say which one is meant.
        package let settings: [(key: String, value: JSONValue)]

        /// For people.
        package var description: String {
            "\(model.name) at \(place), inputs 0 to \(model.channels - 1)"
        }

        /// Whether it measures volts, and not parts of a reference.
        package var hasOwnReference: Bool { model.fullScale == nil }
    }

    /// The converters of known models that the kernel has a driver loaded for. Converts nothing.
    package static func discover(_ system: SystemPaths) -> [Found] {
        let devices = (try? NamedDevice.converters(sysfs: system.sysfs)) ?? []
        return devices.compactMap { device in
            let named = ADCModel(device.name)
            guard named.bus != nil else { return nil }
            // A driver may call all chips that it knows by one name; their bus tells them apart.
            let model = device.model.map { ADCModel($0) }.flatMap { $0.bus == named.bus ? $0 : nil }
            let chosen = model ?? named
            return Found(
                model: chosen, place: device.place,
                settings: [("device", .string(chosen.name))] + location(device.place))
        }
    }

    /// "spi0.0" as the setting `spi`, "1-0048" as `i2c` and `i2c_address`; nothing for another place.
    private static func location(_ place: String) -> [(key: String, value: JSONValue)] {
        if place.hasPrefix("spi"), let address = SPIAddress(String(place.dropFirst(3))) {
            return [("spi", .string(address.description))]
        }
        let parts = place.split(separator: "-")
        guard parts.count == 2, let bus = Int(parts[0]), let address = UInt8(parts[1], radix: 16)
        else { return [] }
        return [
            ("i2c", .number(Double(bus))),
            ("i2c_address", .string("0x\(String(address, radix: 16))")),
        ]
    }
}
