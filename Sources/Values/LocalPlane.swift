#if canImport(Glibc)
    import Glibc
#endif

/// A map around a place, in metres: true distances and bearings from that place at any latitude,
/// poles and date line included (the azimuthal equidistant projection).
///
/// Elsewhere on it lengths are right to (distance / 15,600 km)²: 0.4 mm in a kilometre that is 10 km away.
package struct LocalPlane: Equatable, Sendable {
    package let origin: Position

    package init(origin: Position) {
        self.origin = origin
    }

    package func point(_ position: Position) -> PlaneVector {
        PlaneVector(
            length: origin.distanceMetres(to: position), towards: origin.bearing(to: position))
    }

    /// `nil` where a number of the point is none.
    package func position(_ point: PlaneVector) -> Position? {
        origin.moved(metres: point.length, towards: point.direction)
    }
}

extension Position {
    /// The place that lies so far away along a great circle, near a pole too, where
    /// `offset(eastMetres:northMetres:)` ends; `nil` where a number is none.
    package func moved(metres: Double, towards bearing: Angle) -> Position? {
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
