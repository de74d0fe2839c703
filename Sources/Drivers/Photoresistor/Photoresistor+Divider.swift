import Core
import Devices
import Glibc

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
        let ohmsAt10Lux: Double?
        let gamma: Double

        init(side: Side, fixedOhms: Double?, ohmsAt10Lux: Double?, gamma: Double) {
            self.side = side
            self.fixedOhms = fixedOhms
            self.ohmsAt10Lux = ohmsAt10Lux
            self.gamma = gamma
        }

        init(_ read: SettingsReader) {
            side = read(
                "photoresistor_to", .oneOf(.supply), default: .supply,
                "What the photoresistor connects the input to; the fixed resistor is opposite.")
            fixedOhms = read(
                optional: "fixed_resistor", .ohms(10...10e6),
                "The divider's other resistor. With it the photoresistor's ohms are known.")
            ohmsAt10Lux = read(
                optional: "ohms_at_10_lux", .ohms(10...10e6),
                "The photoresistor at 10 lux (data sheet: R10). With it lux is estimated.")
            gamma = read(
                "gamma", .number(0.1...2), default: 0.7,
                "How steeply its resistance falls with light (data sheet), 0.6 to 0.7 for most.")
            read.check(
                ohmsAt10Lux == nil || fixedOhms != nil, "ohms_at_10_lux",
                "needs fixed_resistor as well, to know the photoresistor's ohms")
        }

        /// How light it is, 0...1, from the share of the supply that the converter sees.
        func ratio(ofShare share: Double) -> Double {
            let share = min(1, max(0, share))
            return side == .supply ? share : 1 - share
        }

        /// The light with what can be calculated from it; nothing is, at the ends of the scale,
        /// where a resistance would be zero or infinite.
        func level(ratio: Double) -> LightLevel {
            guard let fixedOhms, ratio > 0, ratio < 1 else { return LightLevel(ratio: ratio) }
            // On either side: the light part of the voltage lies across the fixed resistor.
            let ohms = fixedOhms * (1 - ratio) / ratio
            // A photoresistor is a straight line in log-log: R = R10 × (lux / 10) ^ -gamma.
            let lux = ohmsAt10Lux.map { 10 * pow($0 / ohms, 1 / gamma) }
            return LightLevel(ratio: ratio, ohms: ohms, approximateLux: lux)
        }

        /// Why a reading at an end of the scale is doubtful; `nil` for one that is not there.
        func doubt(ratio: Double, margin: Double) -> String? {
            if ratio <= margin {
                return "the reading is at the dark end of the scale: "
                    + "darker than the divider can tell, or the photoresistor's wire is open"
            }
            if ratio >= 1 - margin {
                return "the reading is at the bright end of the scale: "
                    + "brighter than the divider can tell, or the photoresistor is shorted"
            }
            return nil
        }
    }
}
