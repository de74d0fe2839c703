import Core
import Devices

/// A chip that a driver of the kernel's reads, and which of its values are wanted: the settings of
/// `iio` and `hwmon`.
package struct KernelSensorSettings<Kind: KernelSensorKind>: PluginSettings {
    /// A value, and the port that it goes to.
    struct Channel: Sendable {
        let channel: KernelChannel
        let port: ReadingPort<Measurement>
    }

    var interface: KernelSensorInterface { Kind.interface }
    /// What the kernel calls it: "bme280".
    let chip: String
    /// The device that it is on its bus, such as "1-0076"; `nil`: it is the only one of its name.
    let place: String?
    /// In the order of the names of their ports.
    let channels: [Channel]
    let every: Duration

    package init(_ read: SettingsReader) {
        let interface = Kind.interface
        chip = read(
            required: "chip", .text("the name of a chip such as \"bme280\""),
            "What the kernel calls the chip: the file \"name\" of the sensor, or of its device.")
        place = read(
            optional: "place", .text("a device such as \"1-0076\""),
            "Which one, if there are several of that name: the device on its bus, \"1-0076\" for "
                + "address 0x76 of I2C bus 1, or \"spi0.0\".")
        let named = read(
            required: "channels", .named(.text("a channel such as \"temp\""), count: 1...16),
            "The wanted values by the names that their ports get: \(interface.expected), with what "
                + "the kernel adds: \"voltage0\", \"temp1\".")
        let fullScaleLux =
            interface.hasLight
            ? read(
                optional: "full_scale", .lux(1...200_000),
                "The light that is 100 %. With it a channel of light is a `light` that policies "
                    + "compare, without it a measurement in lux.") : nil
        every = read(
            "every", .duration(.milliseconds(100) ... .seconds(3600)), default: .seconds(2),
            "How often they are read, one after the other.")
        channels = named.sorted { $0.key < $1.key }.compactMap { name, text in
            let channel = interface.channel(text)
            read.check(
                channel != nil, "channels",
                "\"\(text.prefix(40))\" is no channel: expected \(interface.expected), with what the "
                    + "kernel adds to it, such as a number")
            return channel.map {
                let port = ReadingPort<Measurement>.of(
                    $0.kind.quantity, name, "`\($0.name)` of the chip.", fullScaleLux: fullScaleLux)
                return Channel(channel: $0, port: port)
            }
        }
    }
}
