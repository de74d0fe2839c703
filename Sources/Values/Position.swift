#if canImport(Glibc)
    import Glibc
#endif

/// A point on the earth in WGS 84 degrees: latitude -90...90, longitude -180...180.
package struct Position: Hashable, Codable, Sendable {
    package let latitude: Double
    package let longitude: Double

    /// Refuses what is not a place: out of range, infinite or not a number.
    package init?(latitude: Double, longitude: Double) {
        // A comparison with NaN is false, so NaN fails here too.
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let latitude = try container.decode(Double.self, forKey: .latitude)
        let longitude = try container.decode(Double.self, forKey: .longitude)
        guard let position = Position(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container,
                debugDescription: "latitude must be in -90...90 and longitude in -180...180")
        }
        self = position
    }

    private init() {
        latitude = 0
        longitude = 0
    }

    /// Where the equator meets the prime meridian; stands in where a place is needed by type only.
    package static let origin = Position()

    /// Whether it is 0, 0: that lies in the Gulf of Guinea, and in every program and telephone that knows no place.
    package var isUnset: Bool { self == .origin }
    /// Why such a position is refused, wherever it comes from.
    package static let whyUnset = "0, 0 is what stands where no place was set"

    /// The mean radius of the earth (IUGG R1), in metres.
    package static let earthRadiusMetres = 6_371_008.8

    /// The great-circle distance in metres (haversine formula, good for short distances too).
    package func distanceMetres(to other: Position) -> Double {
        let from = Angle.degrees(latitude).radians
        let to = Angle.degrees(other.latitude).radians
        let deltaLatitude = sin((to - from) / 2)
        let deltaLongitude = sin(Angle.degrees(other.longitude - longitude).wrapped.radians / 2)
        let chord =
            deltaLatitude * deltaLatitude + cos(from) * cos(to) * deltaLongitude * deltaLongitude
        return 2 * Self.earthRadiusMetres * asin(min(1, chord.squareRoot()))
    }

    /// The initial great-circle bearing towards `other`, clockwise from true north, 0..<360.
    package func bearing(to other: Position) -> Angle {
        let from = Angle.degrees(latitude).radians
        let to = Angle.degrees(other.latitude).radians
        let delta = Angle.degrees(other.longitude - longitude).wrapped.radians
        let east = sin(delta) * cos(to)
        let north = cos(from) * sin(to) - sin(from) * cos(to) * cos(delta)
        return Angle.radians(atan2(east, north)).compass
    }

    /// The place that lies so many metres east and north of here: a flat-earth step, good to a
    /// millimetre over a kilometre; `nil` where it would leave the map (near a pole).
    package func offset(eastMetres: Double, northMetres: Double) -> Position? {
        let north = Angle.radians(northMetres / Self.earthRadiusMetres).degrees
        // Meridians draw together: halfway north, a degree of longitude has its mean length.
        let parallel = cos(Angle.degrees(latitude + north / 2).radians)
        guard parallel > 1e-6 else { return nil }
        let east = Angle.radians(eastMetres / Self.earthRadiusMetres / parallel).degrees
        return Position(
            latitude: latitude + north,
            longitude: Angle.degrees(longitude + east).wrapped.degrees)
    }
}

extension Position: CustomStringConvertible {
    /// "52.47304 N 13.40326 E": to a metre.
    package var description: String {
        "\(fixedText(of: abs(latitude), decimals: 5)) \(latitude < 0 ? "S" : "N") "
            + "\(fixedText(of: abs(longitude), decimals: 5)) \(longitude < 0 ? "W" : "E")"
    }
}
