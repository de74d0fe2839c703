import Core
import Settings
import Values

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

/// One value of a chip that a driver of the kernel's reads, as the kernel names it: "temp",
/// "voltage0", "temp_ambient", "in1".
package struct KernelChannel: Equatable, Sendable {
    /// A type of channel: its quantity, and how many of the quantity's unit one of the kernel's is.
    package struct Kind: Equatable, Sendable {
        let quantity: Measurement.Quantity
        let factor: Double

        init(_ quantity: Measurement.Quantity, _ factor: Double) {
            self.quantity = quantity
            self.factor = factor
        }
    }

    let name: String
    /// What parameters that several channels share are named after: "voltage".
    let sharedName: String
    let kind: Kind

    /// `nil` for what cannot be a channel of these types.
    init?(_ name: String, of kinds: [String: Kind]) {
        let type = Self.type(of: name)
        guard let kind = kinds[type], name.utf8.count <= 40,
            name.utf8.allSatisfy(Self.isOfName)
        else { return nil }
        self.name = name
        self.kind = kind
        // A difference of two, "voltage0-voltage1", shares what is "voltage-voltage".
        sharedName = name.contains("-") ? "\(type)-\(type)" : type
    }

    /// "voltage" of "voltage0-voltage1".
    private static func type(of name: String) -> String {
        String(name.prefix { $0.isASCII && $0.isLetter })
    }

    /// It becomes a part of a path.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
