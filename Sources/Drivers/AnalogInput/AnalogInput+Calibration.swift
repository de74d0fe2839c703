import Core
import Settings
import Values

extension AnalogInput {
    /// A straight line through two measurements.
    struct Calibration: Sendable {
        /// What the input was when somebody measured.
        struct Point: PluginSettings {
            let ratio: Double?
            let volts: Double?
            let value: String

            init(_ read: SettingsReader) {
                ratio = read(
                    optional: "ratio", .fraction(-0.01...1),
                    "What the input was, if it is a part of the reference.")
                volts = read(
                    optional: "voltage", .volts(-100...100),
                    "What the input was, if it is in volts.")
                value = read(
                    required: "value", .text("a value with its unit such as \"25 °C\""),
                    "What was measured then, with the unit of the quantity.")
            }

            fileprivate func place(_ input: Input) -> Double? {
                input == .ratio ? ratio : volts
            }
        }

        /// At the input, and what it stands for there.
        private let low: (input: Double, value: Double)
        private let high: (input: Double, value: Double)

        init?(low: (Double, Double), high: (Double, Double)) {
            guard low.0 < high.0 else { return nil }
            self.low = low
            self.high = high
        }

        /// - Returns: `nil`, and the problem to `read`, if no line goes through the points.
        init?(
            _ points: [Point], of quantity: Measurement.Quantity, at input: Input,
            _ read: SettingsReader
        ) {
            var ends: [(Double, Double)] = []
            for point in points {
                let other = input == .ratio ? point.volts : point.ratio
                read.check(
                    point.place(input) != nil && other == nil, "calibration",
                    "each point needs \"\(input.rawValue)\", by \"input\", and no other")
                switch quantity.units.parse(point.value) {
                case .success(let value):
                    read.check(
                        quantity.possible.contains(value), "calibration",
                        "\"\(point.value.prefix(40))\" is no \(quantity.rawValue)")
                    ends.append((point.place(input) ?? 0, value))
                case .failure(let error): read.check(false, "calibration", "\(error)")
                }
            }
            ends.sort { $0.0 < $1.0 }
            guard ends.count == 2, let line = Calibration(low: ends[0], high: ends[1]) else {
                read.check(
                    ends.count != 2, "calibration", "the two must be at different places")
                return nil
            }
            self = line
        }

        func value(at input: Double) -> Double {
            let slope = (high.value - low.value) / (high.input - low.input)
            return low.value + (input - low.input) * slope
        }

        /// Why the value there should not be relied on; `nil` where it may be. A straight line is a
        /// guess beyond what was measured, but noise at an end is not.
        func doubt(_ input: Double) -> String? {
            let margin = (high.input - low.input) / 10
            guard !(low.input - margin...high.input + margin).contains(input) else { return nil }
            return "beyond the two points of the calibration"
        }
    }
}
