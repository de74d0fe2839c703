import Core
import Values

extension PetDoor {
    /// What the sensors say, in terms of the rule.
    package enum Condition: Codable, Equatable, Sendable {
        /// `celsius` is `nil` where no temperature is known, and none is needed.
        case day(light: Double, celsius: Double?)
        case night(light: Double, limit: Double)
        /// Below `limit`, and from then on until it is as warm as `until`.
        case tooCold(celsius: Double, limit: Double, until: Double)
        case tooHot(celsius: Double, limit: Double, until: Double)
        /// The light lies within the band, and it is not known from which side it came.
        case twilight(light: Double)

        func text(in unit: TemperatureUnit) -> String {
            switch self {
            case .day(let light, let celsius):
                "it is day (light \(percent(light)))"
                    + (celsius.map { " and \(unit.text(of: $0))" } ?? "")
            case .night(let light, let limit):
                "it is night (light \(percent(light)), day begins at \(percent(limit)))"
            case .tooCold(let celsius, let limit, let until):
                "it is too cold (\(unit.text(of: celsius)); too cold below \(unit.text(of: limit)), "
                    + "until \(unit.text(of: until)))"
            case .tooHot(let celsius, let limit, let until):
                "it is too hot (\(unit.text(of: celsius)); too hot above \(unit.text(of: limit)), "
                    + "until \(unit.text(of: until)))"
            case .twilight(let light): "it is twilight (light \(percent(light)))"
            }
        }

        var isOfTemperature: Bool {
            switch self {
            case .tooCold, .tooHot: true
            case .day, .night, .twilight: false
            }
        }

        var code: String {
            switch self {
            case .day: "day"
            case .night: "night"
            case .tooCold: "too-cold"
            case .tooHot: "too-hot"
            case .twilight: "twilight"
            }
        }

        /// Where the bolt is to be by it; `nil` for no change.
        var wantedSide: Side? {
            switch self {
            case .day: .unlocked
            case .night, .tooCold, .tooHot: .locked
            case .twilight: nil
            }
        }

        private func percent(_ fraction: Double) -> String {
            "\(fixedText(of: fraction * 100, decimals: 1)) %"
        }
    }
}
