import Core
import Devices

extension Photoresistor {
    /// What turns a reading into a share of the voltage across the divider.
    enum Scale: Equatable, Sendable {
        /// The converter's reference is the divider's supply, which then cancels out.
        case counts(full: Double)
        /// The converter has a reference of its own, so the divider's supply must be known.
        case millivolts(supply: Double)
        /// Another input of the same converter sees the divider's supply.
        case measuredSupply(channel: Int)

        private static let fullScales = [
            "mcp3001": 1023, "mcp3002": 1023, "mcp3004": 1023, "mcp3008": 1023,
            "mcp3201": 4095, "mcp3202": 4095, "mcp3204": 4095, "mcp3208": 4095,
        ]

        /// The greatest reading of a converter that is known; `nil` for others.
        static func fullScale(of converter: String) -> Int? { fullScales[converter] }

        init(_ read: SettingsReader, converter: String) {
            let fullScale = read(
                optional: "full_scale", .integer(1...(1 << 24)),
                "The greatest reading. Known for the MCP3x0x family, 1023 for an MCP3008.")
            let supply = read(
                optional: "supply", .volts(0.5...6),
                "Voltage across the divider, for a converter with a reference of its own.")
            let supplyChannel = read(
                optional: "supply_channel", .integer(0...31),
                "The input that sees the divider's supply, instead of a fixed supply.")
            let ways = [fullScale != nil, supply != nil, supplyChannel != nil].count { $0 }
            read.check(
                ways < 2, "full_scale", "give one of full_scale, supply and supply_channel")
            if let supply {
                self = .millivolts(supply: supply * 1000)
            } else if let supplyChannel {
                self = .measuredSupply(channel: supplyChannel)
            } else {
                let full = fullScale ?? Self.fullScale(of: converter)
                read.check(
                    full != nil, "full_scale",
                    "not known for \"\(converter)\": give full_scale, or supply if it measures volts"
                )
                self = .counts(full: Double(full ?? 1))
            }
        }

        /// The input that sees the supply, if one does.
        var supplyChannel: Int? {
            guard case .measuredSupply(let channel) = self else { return nil }
            return channel
        }

        /// How many conversions it takes.
        var conversions: Int {
            switch self {
            case .counts, .millivolts: 1
            case .measuredSupply: 2
            }
        }

        /// How near to an end of the scale a reading says no more than "at least": half a count,
        /// or what a supply that is measured apart may be off.
        var margin: Double {
            switch self {
            case .counts(let full): 0.5 / full
            case .millivolts, .measuredSupply: 0.002
            }
        }
    }
}
