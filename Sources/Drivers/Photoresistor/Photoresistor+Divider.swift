import Core
import DriverKit
import Glibc
import Settings
import Values

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

        /// How light it is, 0...1, from the share of the supply that the converter sees.
        func light(from ratio: ADCRatio) -> ADCRatio {
            let part = min(1, max(0, ratio.value))
            return ADCRatio(
                value: side == .supply ? part : 1 - part, isSaturated: ratio.isSaturated)
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
        func doubt(_ reading: ADCRatio, margin: Double) -> String? {
            if reading.isSaturated {
                return "the converter is at the end of its range, below the divider's supply: "
                    + "its gain is too high (4.096 V suits 3.3 V)"
            }
            if reading.value <= margin {
                return "the reading is at the dark end of the scale: "
                    + "darker than the divider can tell, or the photoresistor's wire is open"
            }
            if reading.value >= 1 - margin {
                return "the reading is at the bright end of the scale: "
                    + "brighter than the divider can tell, or the photoresistor is shorted"
            }
            return nil
        }
    }

    /// How a photoresistor answers to light: a straight line in log-log,
    /// R = R10 × (lux / 10) ^ -gamma.
    struct LDRCurve: Equatable, Sendable {
        let ohmsAt10Lux: Double
        let gamma: Double

        /// What data sheets and parts have, with some room.
        static let gammas = 0.1...2.0

        init(ohmsAt10Lux: Double, gamma: Double) {
            self.ohmsAt10Lux = ohmsAt10Lux
            self.gamma = gamma
        }

        /// The line through two points; `nil` when no photoresistor is like that.
        init?(_ one: Point, _ other: Point) {
            let gamma = log(one.ohms / other.ohms) / log(other.lux / one.lux)
            guard gamma.isFinite, Self.gammas.contains(gamma) else { return nil }
            self.gamma = gamma
            ohmsAt10Lux = one.ohms * pow(one.lux / 10, gamma)
        }

        func lux(ofOhms ohms: Double) -> Double {
            10 * pow(ohmsAt10Lux / ohms, 1 / gamma)
        }

        /// One measurement for a calibration.
        struct Point: PluginSettings, Equatable {
            let lux: Double
            let ohms: Double

            init(lux: Double, ohms: Double) {
                self.lux = lux
                self.ohms = ohms
            }

            init(_ read: SettingsReader) {
                lux = read(
                    required: "lux", .lux(0.01...200_000), "What a lux meter beside it showed.")
                ohms = read(
                    required: "ohms", .ohms(1...100e6), "What `roost status` showed then.")
            }
        }

        /// From a calibration, or from the data sheet; `nil` when neither is given.
        static func read(_ read: SettingsReader) -> LDRCurve? {
            let ohmsAt10Lux = read(
                optional: "ohms_at_10_lux", .ohms(10...10e6),
                "The photoresistor at 10 lux (data sheet: R10). With it lux is estimated.")
            let gamma = read(
                "gamma", .number(gammas), default: 0.7,
                "How steeply its resistance falls with light (data sheet), 0.6 to 0.7 for most.")
            let points = read(
                optional: "calibration", .list(of: .object(Point.self), count: 2...2),
                "Two measurements, far apart, which lux is estimated by instead.")
            guard let points, points.count == 2 else {
                return ohmsAt10Lux.map { LDRCurve(ohmsAt10Lux: $0, gamma: gamma) }
            }
            let measured = LDRCurve(points[0], points[1])
            read.check(ohmsAt10Lux == nil, "calibration", "instead of ohms_at_10_lux, not with it")
            read.check(
                measured != nil, "calibration",
                "no photoresistor is like that: its ohms must fall as lux rise, by a gamma from "
                    + "\(gammas.lowerBound) to \(gammas.upperBound)")
            return measured
        }
    }
}
