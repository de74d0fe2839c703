/// A number with what it is a number of: for what a sensor measures that needs no value of its own.
///
/// One type for all, so that a driver for any chip fits a policy for any quantity. The unit follows
/// from the quantity, so that nobody has to ask.
package struct Measurement: DeviceValue {
    package static let kind = "measurement"

    package let quantity: Quantity
    /// In the unit of the quantity; within what the quantity can be.
    package let value: Double

    /// - Returns: `nil` for what the quantity cannot be, such as a temperature below absolute zero, and
    ///   for what is no number.
    package init?(_ quantity: Quantity, _ value: Double) {
        guard quantity.possible.contains(value) else { return nil }
        self.quantity = quantity
        self.value = value
    }

    /// "21.34 °C"
    package var description: String {
        let number = roundedText(of: value, digits: 5)
        return quantity.unit.isEmpty ? number : "\(number) \(quantity.unit)"
    }

    package enum Quantity: String, Codable, CaseIterable, Sendable {
        case temperature, humidity, pressure, voltage, current, power, energy, resistance
        case distance, light, ratio, count, rate, rotation, concentration

        /// As a person writes it; empty for a bare number.
        package var unit: String {
            switch self {
            case .temperature: "°C"
            case .humidity: "%"
            case .pressure: "hPa"
            case .voltage: "V"
            case .current: "A"
            case .power: "W"
            case .energy: "J"
            case .resistance: "Ω"
            case .distance: "m"
            case .light: "lx"
            case .ratio, .count: ""
            case .rate: "/s"
            case .rotation: "rpm"
            case .concentration: "ppm"
            }
        }

        /// What there can be near a sensor that still works. Outside of it a chip is broken, or its
        /// wires are.
        package var possible: ClosedRange<Double> {
            switch self {
            // To the melting point of the hottest thermocouple's wires, type S.
            case .temperature: -273.15...1768
            // The formula of an Si7021 gives -6 to 119, and means an end of 0...100 by what is beyond
            // (data sheet, 5.1.1).
            case .humidity: -6...119
            // A thousand times the air's.
            case .pressure: 0...1_000_000
            // Full sun is 120,000.
            case .light: 0...1_000_000
            case .voltage: -100_000...100_000
            case .current: -10_000...10_000
            case .power: -1e9...1e9
            case .energy: -1e15...1e15
            case .ratio: -1000...1000
            case .distance: -100_000...100_000
            case .resistance: 0...1e12
            // As far as each whole number can be told from the next.
            case .count: 0...9_007_199_254_740_992
            case .rate, .rotation: 0...1e9
            case .concentration: 0...1_000_000
            }
        }
    }
}

extension Measurement {
    private enum CodingKeys: CodingKey {
        case quantity, unit, value
    }

    /// Writes the unit, too: what is read elsewhere should need no table.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(quantity, forKey: .quantity)
        try values.encode(quantity.unit, forKey: .unit)
        try values.encode(value, forKey: .value)
    }

    /// Holds what is decoded to the same bounds.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let quantity = try values.decode(Quantity.self, forKey: .quantity)
        let unit = try values.decode(String.self, forKey: .unit)
        let value = try values.decode(Double.self, forKey: .value)
        guard unit == quantity.unit, let measurement = Measurement(quantity, value) else {
            throw DecodingError.dataCorruptedError(
                forKey: .value, in: values,
                debugDescription: "\(value) \(unit) is no \(quantity.rawValue)")
        }
        self = measurement
    }
}
