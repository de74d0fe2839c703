import Values

extension Measurement.Quantity {
    /// The units that a configuration may write it in; the base unit is that of the measurement.
    package var units: Quantity {
        switch self {
        case .temperature: .temperature
        case .voltage: .voltage
        case .resistance: .resistance
        case .distance: .length
        case .light: .illuminance
        case .humidity: Quantity("a humidity", ["%": 1])
        case .pressure:
            Quantity("a pressure", ["hPa": 1, "mbar": 1, "Pa": 0.01, "kPa": 10, "bar": 1000])
        case .current: Quantity("a current", ["A": 1, "mA": 0.001])
        case .power: Quantity("a power", ["W": 1, "mW": 0.001, "kW": 1000])
        case .energy: Quantity("an energy", ["J": 1, "Wh": 3600, "kWh": 3.6e6])
        case .ratio: Quantity("a ratio", ["": 1, "%": 0.01])
        case .count: Quantity("a count", ["": 1])
        case .rate: Quantity("a rate", ["/s": 1, "/min": 1.0 / 60, "/h": 1.0 / 3600])
        case .rotation: Quantity("a rotation", ["rpm": 1])
        case .concentration: Quantity("a concentration", ["ppm": 1, "%": 10000])
        }
    }
}
