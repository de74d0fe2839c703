import Glibc
import Values

/// The air pressure at a height, by the international standard atmosphere.
struct Barometer: Equatable, Sendable {
    static let groundPascals = 101_325.0
    static let celsius = 25.0

    let pascals: Double

    init(altitudeMetres: Double) {
        pascals = Self.groundPascals * pow(max(0, 1 - 2.25577e-5 * altitudeMetres), 5.25588)
    }
}
