import Core
import Devices
import Glibc

extension Photoresistor {
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
