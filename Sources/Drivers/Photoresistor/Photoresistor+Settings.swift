import Core
import Devices

extension Photoresistor {
    package struct Settings: PluginSettings {
        /// The converter's name with the kernel.
        let converter: String
        let channel: Int
        let scale: Scale
        let divider: Divider
        let every: Duration
        let medianOf: Int
        let timeConstant: Duration

        package init(_ read: SettingsReader) {
            let converter = read(
                "device", .text("a converter's name such as \"mcp3008\""), default: "mcp3008",
                "The analogue converter, by the name the kernel gives it.")
            self.converter = converter
            channel = read("channel", .integer(0...31), default: 0, "Its input, counted from 0.")
            let fullScale = read(
                optional: "full_scale", .integer(1...(1 << 24)),
                "The greatest reading. Known for the MCP3x0x family, 1023 for an MCP3008.")
            let supply = read(
                optional: "supply", .volts(0.5...6),
                "Voltage across the divider, for a converter with a reference of its own.")
            let known = Scale(converter: converter, fullScale: fullScale, supplyVolts: supply)
            read.check(
                known != nil, "full_scale",
                "not known for \"\(converter)\": give full_scale, or supply if it measures volts")
            scale = known ?? .counts(full: 1)
            divider = Divider(read)
            every = read(
                "every", .duration(.milliseconds(20) ... .seconds(60)),
                default: .milliseconds(250), "How often the light is read.")
            medianOf = read(
                "median", .integer(1...9), default: 5,
                "How many readings the median is taken of, an odd number: drops single spikes.")
            read.check(medianOf % 2 == 1, "median", "must be odd, so that there is a middle one")
            timeConstant = read(
                "time_constant", .duration(.zero ... .seconds(600)), default: .seconds(1),
                "How slowly the value follows: after this long it has gone 63 % of the way.")
        }
    }

    /// What turns a reading into a share of the voltage across the divider.
    enum Scale: Equatable, Sendable {
        /// The converter's reference is the divider's supply, which then cancels out.
        case counts(full: Double)
        /// The converter has a reference of its own, so the divider's supply must be known.
        case millivolts(supply: Double)

        private static let fullScales = [
            "mcp3001": 1023, "mcp3002": 1023, "mcp3004": 1023, "mcp3008": 1023,
            "mcp3201": 4095, "mcp3202": 4095, "mcp3204": 4095, "mcp3208": 4095,
        ]

        /// `nil` when nothing says how the converter counts.
        init?(converter: String, fullScale: Int?, supplyVolts: Double?) {
            if let fullScale {
                self = .counts(full: Double(fullScale))
            } else if let supplyVolts {
                self = .millivolts(supply: supplyVolts * 1000)
            } else if let known = Self.fullScales[converter] {
                self = .counts(full: Double(known))
            } else {
                return nil
            }
        }

        /// How near to an end of the scale a reading says no more than "at least": half a count,
        /// or what a supply that is measured apart may be off.
        var margin: Double {
            switch self {
            case .counts(let full): 0.5 / full
            case .millivolts: 0.002
            }
        }
    }
}
