import Core
import Values

extension PetDoor {
    /// Why a sensor's word is not taken: a value, since it may stand for a day and is decided with every step.
    package enum SensorDoubt: Codable, Equatable, Sendable, CustomStringConvertible {
        case quality(Sensor, Quality)
        case old(Sensor, limit: Duration)
        case outOfRange(Sensor)
        /// It is dark by day or light by night, for longer than it may be.
        case contradictsSun(elevation: Angle)

        package enum Sensor: String, Codable, Sendable {
            case light, temperature
        }

        package var description: String {
            switch self {
            case .quality(let sensor, let quality): "\(sensor) is \(quality)"
            case .old(let sensor, let limit): "\(sensor) is older than \(text(of: limit))"
            case .outOfRange(let sensor): "\(sensor) is out of range"
            case .contradictsSun(let elevation):
                "light contradicts the sun, which stands at "
                    + "\(fixedText(of: elevation.degrees, decimals: 0))°"
            }
        }
    }

    /// What is doubted of the two sensors that the rule goes by.
    package struct SensorDoubts: Codable, Equatable, Sendable, CustomStringConvertible {
        package var light: SensorDoubt?
        package var temperature: SensorDoubt?

        var isEmpty: Bool { light == nil && temperature == nil }

        package var description: String {
            [light, temperature].compactMap { $0?.description }.joined(separator: "; ")
        }
    }
}
