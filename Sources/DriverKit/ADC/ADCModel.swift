/// What is known of an analogue converter by its name.
package struct ADCModel: Equatable, Sendable {
    /// How it is read without a driver of the kernel's.
    package enum Chip: Equatable, Sendable {
        case mcp3008, ads1115
    }

    package enum Bus: Equatable, Sendable {
        case spi, i2c
    }

    /// The name in the configuration, which is the kernel's but for an ADS1115.
    package let name: String
    /// The names that the kernel has for it: ti-ads1015.c calls an ADS1115 like its smaller brother.
    package let kernelNames: [String]
    /// `nil` where nothing is known but the name.
    package let bus: Bus?
    /// `nil` for one that only the kernel can read.
    package let chip: Chip?
    /// How many inputs it has.
    package let channels: Int
    /// The greatest raw value, at its reference; `nil` for one that measures volts by itself, and for
    /// one that is not known.
    package let fullScale: Int?

    /// Those of which more is known than a name.
    static let known = [
        "mcp3001", "mcp3002", "mcp3004", "mcp3008", "mcp3201", "mcp3202", "mcp3204", "mcp3208",
        "ads1015", "ads1115",
    ].map { ADCModel($0) }

    /// Data sheets: DS21293, DS21294, DS21295 (MCP3001 to 3008, 10 bits), DS21290, DS21034, DS21298
    /// (MCP3201 to 3208, 12 bits), SBAS473 and SBAS444 (ADS1015 and ADS1115).
    package init(_ name: String) {
        self.name = name
        let isMCP = name.utf8.count == 7 && (name.hasPrefix("mcp300") || name.hasPrefix("mcp320"))
        let inputs = name.last?.wholeNumberValue ?? 0
        if isMCP, [1, 2, 4, 8].contains(inputs) {
            kernelNames = [name]
            bus = .spi
            chip = name == "mcp3004" || name == "mcp3008" ? .mcp3008 : nil
            channels = inputs
            fullScale = name.hasPrefix("mcp300") ? 1023 : 4095
        } else if name == "ads1015" || name == "ads1115" {
            kernelNames = ["ads1015", "ads1115"]
            bus = .i2c
            chip = .ads1115
            channels = 4
            fullScale = nil
        } else {
            kernelNames = [name]
            bus = nil
            chip = nil
            channels = 32
            fullScale = nil
        }
    }

    /// What to look after when the kernel has no such converter.
    var advice: String {
        let example =
            switch name {
            case "ads1015", "ads1115": "dtoverlay=\(name),cha_enable,cha_gain=1"
            case "mcp3008": "dtoverlay=mcp3008,spi0-0-present"
            default: "dtoverlay=\(name)..."
            }
        return "is its overlay loaded (\(example) in config.txt)?"
    }
}
