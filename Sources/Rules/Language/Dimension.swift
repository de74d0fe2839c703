import Settings
import Values

/// What a number is a number of, as far as rules tell it apart: two numbers are compared, added and subtracted only where
/// this is the same.
enum Dimension: UInt8, CaseIterable, Codable, Sendable {
    case temperature
    /// Of two temperatures.
    case difference
    case percent
    case light, pressure, voltage, current, power, energy, resistance, length, rotation, rate
    case time
    /// With no unit.
    case number
    /// Behind the others, since memories have them by their numbers.
    case concentration

    /// How it is written; `nil` of a bare number.
    var units: Quantity? {
        switch self {
        case .temperature: .temperature
        case .difference: .temperatureDifference
        case .percent: .fraction
        case .light: .illuminance
        case .pressure: Measurement.Quantity.pressure.units
        case .voltage: .voltage
        case .current: Measurement.Quantity.current.units
        case .power: Measurement.Quantity.power.units
        case .energy: Measurement.Quantity.energy.units
        case .resistance: .resistance
        case .length: .length
        case .rotation: Measurement.Quantity.rotation.units
        case .rate: Measurement.Quantity.rate.units
        case .time: .time
        case .number: nil
        case .concentration: Measurement.Quantity.concentration.units
        }
    }

    var noun: String { units?.noun ?? "a bare number" }

    /// Those of sensors that have a number of it.
    var quantities: Set<Measurement.Quantity> {
        switch self {
        case .temperature: [.temperature]
        case .difference, .time: []
        case .percent: [.ratio, .humidity]
        case .light: [.light]
        case .pressure: [.pressure]
        case .voltage: [.voltage]
        case .current: [.current]
        case .power: [.power]
        case .energy: [.energy]
        case .resistance: [.resistance]
        case .length: [.distance]
        case .rotation: [.rotation]
        case .rate: [.rate]
        // A ratio is written with "%": nobody has to know that 35 % is 0.35 inside.
        case .number: [.count]
        case .concentration: [.concentration]
        }
    }

    /// What a sensor that works can say, in base units; `nil` where none says it.
    var possible: ClosedRange<Double>? {
        if self == .percent { return 0...1 }
        return quantities.first?.possible
    }

    /// In the base unit of its quantity; of a percentage as a part of 1. Not a number for what measures something else.
    func value(of measurement: Measurement) -> Double {
        switch (self, measurement.quantity) {
        case (.percent, .humidity): measurement.value / 100
        case (.percent, .ratio), (.number, .count): measurement.value
        case (.temperature, .temperature), (.light, .light), (.pressure, .pressure),
            (.voltage, .voltage), (.current, .current), (.power, .power), (.energy, .energy),
            (.resistance, .resistance), (.length, .distance), (.rotation, .rotation),
            (.rate, .rate), (.concentration, .concentration):
            measurement.value
        default: .nan
        }
    }

    /// "28.4 °C"
    func text(_ value: Double) -> String {
        let scaled = self == .percent ? value * 100 : value
        let number = roundedText(of: scaled, digits: 4)
        switch self {
        case .temperature: return "\(number) °C"
        case .difference: return "\(number) K"
        case .percent: return "\(number) %"
        case .time: return Values.text(ofSeconds: value)
        default:
            let unit = quantities.map(\.unit).first { !$0.isEmpty } ?? ""
            return unit.isEmpty ? number : "\(number) \(unit)"
        }
    }

    /// Those that a quantity such as "28 °C" can be of, the likeliest first.
    static func all(of text: String) -> [Dimension] {
        allCases.filter { dimension in
            guard case .success? = dimension.units?.parse(text) else { return false }
            return true
        }
    }

    /// A quantity such as "28 °C" in base units; `nil` where it is of something else.
    func value(of text: String) -> Double? {
        guard case .success(let value)? = units?.parse(text) else { return nil }
        return value
    }
}
