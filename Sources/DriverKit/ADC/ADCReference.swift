import Core
import Settings
import Values

/// What turns the raw value of an input into a ratio: what the input is compared with.
package enum ADCReference: Equatable, Sendable {
    /// The converter's own reference, which is the supply of what is measured and so cancels out.
    case fullScale(Double)
    /// A supply that is known, for a converter with a reference of its own.
    case supply(millivolts: Double)
    /// A supply that another input of the same converter sees.
    case supplyChannel(Int)

    /// `isNeeded`: whether one must be known, from the settings or of the converter.
    package init(_ read: SettingsReader, _ adc: ADCSettings, isNeeded: Bool = true) {
        let fullScale = read(
            optional: "full_scale", .integer(1...(1 << 24)),
            "The greatest reading. Known for the MCP3x0x family, 1023 for an MCP3008.")
        let supply = read(
            optional: "supply", .volts(0.5...6),
            "Voltage across the divider, for a converter with a reference of its own.")
        let supplyChannel = read(
            optional: "supply_channel", .integer(0...31),
            "The input that sees the divider's supply, instead of a fixed supply.")
        read.rule(
            .atMostOne(["full_scale", "supply", "supply_channel"]), "full_scale",
            "give one of full_scale, supply and supply_channel")
        if let supply {
            self = .supply(millivolts: supply * 1000)
        } else if let supplyChannel {
            adc.check(supplyChannel, "supply_channel", read)
            self = .supplyChannel(supplyChannel)
        } else {
            let full = fullScale ?? adc.model.fullScale
            read.check(
                full != nil || !isNeeded, "full_scale",
                "not known for \"\(adc.model.name)\": give full_scale, or supply if it measures "
                    + "volts")
            self = .fullScale(Double(full ?? 1))
        }
    }

    /// How many conversions a ratio takes.
    package var conversions: Int {
        switch self {
        case .fullScale, .supply: 1
        case .supplyChannel: 2
        }
    }

    /// How near to an end of the scale a reading says no more than "at least": half a step, or what a
    /// supply that is measured apart may be off.
    package var margin: Double {
        switch self {
        case .fullScale(let full): 0.5 / full
        case .supply, .supplyChannel: 0.002
        }
    }
}
