import Devices

#if canImport(Glibc)
    import Glibc
#endif

/// A map around a place, in metres: true distances and bearings from that place at any latitude,
/// poles and date line included (the azimuthal equidistant projection).
///
/// Elsewhere on it lengths are right to (distance / 15,600 km)²: 0.4 mm in a kilometre that is 10 km away.
struct LocalPlane: Sendable {
    let origin: Position

    func point(_ position: Position) -> PlanePoint {
        let distance = origin.distanceMetres(to: position)
        let bearing = origin.bearing(to: position)
        return PlanePoint(east: distance * bearing.sine, north: distance * bearing.cosine)
    }
}

struct PlanePoint: Equatable, Sendable {
    let east: Double
    let north: Double

    static func - (left: PlanePoint, right: PlanePoint) -> PlanePoint {
        PlanePoint(east: left.east - right.east, north: left.north - right.north)
    }

    func dot(_ other: PlanePoint) -> Double { east * other.east + north * other.north }

    /// Positive: `other` lies to the left.
    func cross(_ other: PlanePoint) -> Double { east * other.north - north * other.east }

    var length: Double { dot(self).squareRoot() }
}

extension Position {
    /// The place that lies so far away along a great circle, near a pole too, where
    /// `offset(eastMetres:northMetres:)` ends; `nil` where a number is none.
    func moved(metres: Double, towards bearing: Angle) -> Position? {
        let way = Angle.radians(metres / Self.earthRadiusMetres)
        let (up, around) = (Angle.degrees(latitude), Angle.degrees(longitude))
        // On a sphere of radius 1 as x, y and z: how far out, then north and east of that.
        let out = up.cosine * way.cosine - up.sine * way.sine * bearing.cosine
        let z = up.sine * way.cosine + up.cosine * way.sine * bearing.cosine
        let east = way.sine * bearing.sine
        let x = out * around.cosine - east * around.sine
        let y = out * around.sine + east * around.cosine
        return Position(
            latitude: Angle.radians(atan2(z, (x * x + y * y).squareRoot())).degrees,
            longitude: Angle.radians(atan2(y, x)).degrees)
    }
}
