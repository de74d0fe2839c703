#if canImport(Glibc)
    import Glibc
#endif

/// A point, a way or a velocity on a plane of the earth: metres, or metres per second, to true east and
/// north.
package struct PlaneVector: Equatable, Sendable {
    package var east: Double
    package var north: Double

    package static let zero = PlaneVector(east: 0, north: 0)

    package init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }

    /// Clockwise from north.
    package init(length: Double, towards direction: Angle) {
        self.init(east: length * direction.sine, north: length * direction.cosine)
    }

    /// What an aircraft means whose nose points towards `heading`.
    package init(forward: Double, right: Double, heading: Angle) {
        let (sine, cosine) = (heading.sine, heading.cosine)
        self.init(
            east: forward * sine + right * cosine, north: forward * cosine - right * sine)
    }

    package var length: Double { dot(self).squareRoot() }
    /// Clockwise from north, -180...180 degrees; north for no length.
    package var direction: Angle { .radians(atan2(east, north)) }

    package func forward(heading: Angle) -> Double {
        east * heading.sine + north * heading.cosine
    }

    package func right(heading: Angle) -> Double {
        east * heading.cosine - north * heading.sine
    }

    /// Turned clockwise.
    package func turned(by angle: Angle) -> PlaneVector {
        let (sine, cosine) = (angle.sine, angle.cosine)
        return PlaneVector(
            east: east * cosine + north * sine, north: north * cosine - east * sine)
    }

    package func dot(_ other: PlaneVector) -> Double { east * other.east + north * other.north }

    /// Positive: `other` lies to the left.
    package func cross(_ other: PlaneVector) -> Double { east * other.north - north * other.east }

    /// The same direction, and no longer than that.
    package func limited(to longest: Double) -> PlaneVector {
        let length = length
        return length > longest ? self * (longest / length) : self
    }

    package static func + (left: PlaneVector, right: PlaneVector) -> PlaneVector {
        PlaneVector(east: left.east + right.east, north: left.north + right.north)
    }

    package static func - (left: PlaneVector, right: PlaneVector) -> PlaneVector {
        PlaneVector(east: left.east - right.east, north: left.north - right.north)
    }

    package static func * (vector: PlaneVector, factor: Double) -> PlaneVector {
        PlaneVector(east: vector.east * factor, north: vector.north * factor)
    }
}
