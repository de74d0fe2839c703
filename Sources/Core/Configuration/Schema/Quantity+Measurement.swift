import Devices

extension Measurement.Quantity {
    /// The units that a configuration may write it in; the base unit is that of the measurement.
    package var units: Quantity {
        switch self {
        case .temperature: .temperature
        case .voltage: .voltage
        case .resistance: .resistance
        case .distance: .length
        case .light: .illuminance
        case .humidity: Quantity(noun: "a humidity", units: [.init("%", 1)])
        case .pressure:
            Quantity(
                noun: "a pressure",
                units: [
                    .init("hPa", 1), .init("mbar", 1), .init("Pa", 0.01), .init("kPa", 10),
                    .init("bar", 1000),
                ])
        case .current: Quantity(noun: "a current", units: [.init("A", 1), .init("mA", 0.001)])
        case .power:
            Quantity(
                noun: "a power", units: [.init("W", 1), .init("mW", 0.001), .init("kW", 1000)])
        case .energy:
            Quantity(
                noun: "an energy", units: [.init("J", 1), .init("Wh", 3600), .init("kWh", 3.6e6)])
        case .ratio: Quantity(noun: "a ratio", units: [.init("", 1), .init("%", 0.01)])
        case .count: Quantity(noun: "a count", units: [.init("", 1)])
        case .rate:
            Quantity(
                noun: "a rate",
                units: [.init("/s", 1), .init("/min", 1.0 / 60), .init("/h", 1.0 / 3600)])
        case .rotation: Quantity(noun: "a rotation", units: [.init("rpm", 1)])
        }
    }
}
