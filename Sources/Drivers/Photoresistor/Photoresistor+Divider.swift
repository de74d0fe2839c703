import Core
import Devices
import DriverKit

extension Photoresistor {
    /// The two resistors, and what the voltage between them says about the light.
    struct Divider: Equatable, Sendable {
        /// What the photoresistor connects the converter's input to.
        enum Side: String, CaseIterable, Sendable {
            /// Light raises the voltage.
            case supply
            /// Light lowers it.
            case ground
        }

        let side: Side
        let fixedOhms: Double?
        /// `nil` when nothing says what light its ohms stand for.
        let curve: LDRCurve?

        init(side: Side, fixedOhms: Double?, curve: LDRCurve?) {
            self.side = side
            self.fixedOhms = fixedOhms
            self.curve = curve
        }

        init(_ read: SettingsReader) {
            side = read(
                "photoresistor_to", .oneOf(.supply), default: .supply,
                "What the photoresistor connects the input to; the fixed resistor is opposite.")
            fixedOhms = read(
                optional: "fixed_resistor", .ohms(10...10e6),
                "The divider's other resistor. With it the photoresistor's ohms are known.")
            curve = LDRCurve.read(read)
            read.check(
                curve == nil || fixedOhms != nil, "fixed_resistor",
                "is needed to estimate lux: without it the photoresistor's ohms are not known")
        }

        /// How light it is, from the share of the supply that the converter sees.
        func reading(of ratio: ADCRatio) -> Reading {
            let part = min(1, max(0, ratio.value))
            return Reading(
                ratio: side == .supply ? part : 1 - part, isSaturated: ratio.isSaturated)
        }

        /// The light with what can be calculated from it; nothing is, at the ends of the scale,
        /// where a resistance would be zero or infinite.
        func level(ratio: Double) -> LightLevel {
            guard let fixedOhms, ratio > 0, ratio < 1 else { return LightLevel(ratio: ratio) }
            // On either side: the light part of the voltage lies across the fixed resistor.
            let ohms = fixedOhms * (1 - ratio) / ratio
            let lux = curve?.lux(ofOhms: ohms)
            return LightLevel(ratio: ratio, ohms: ohms, approximateLux: lux)
        }

        /// Why a reading at an end of the scale is doubtful; `nil` for one that is not there.
        func doubt(_ reading: Reading, margin: Double) -> String? {
            if reading.isSaturated {
                return "the converter is at the end of its range, below the divider's supply: "
                    + "its gain is too high (4.096 V suits 3.3 V)"
            }
            if reading.ratio <= margin {
                return "the reading is at the dark end of the scale: "
                    + "darker than the divider can tell, or the photoresistor's wire is open"
            }
            if reading.ratio >= 1 - margin {
                return "the reading is at the bright end of the scale: "
                    + "brighter than the divider can tell, or the photoresistor is shorted"
            }
            return nil
        }
    }
}
