import Values

/// A leg on a plane: from where, to where, and where to then.
package struct Track: Equatable, Sendable {
    package let start: PlaneVector
    package let end: PlaneVector
    /// Where it goes on to without a stop; `nil`: it stops at the end.
    package let next: PlaneVector?
    /// Over ground, at most.
    package let metresPerSecond: Double

    package init(
        from start: PlaneVector, to end: PlaneVector, next: PlaneVector? = nil,
        metresPerSecond: Double
    ) {
        self.start = start
        self.end = end
        self.next = next
        self.metresPerSecond = metresPerSecond
    }

    /// The same track, flown so fast at most.
    package func at(metresPerSecond: Double) -> Track {
        Track(from: start, to: end, next: next, metresPerSecond: metresPerSecond)
    }

    /// Where somebody is on it.
    package struct Sight: Equatable, Sendable {
        /// The direction of the track; of length 1.
        package let direction: PlaneVector
        package let alongMetres: Double
        /// Positive: to the right of the track.
        package let acrossMetres: Double
        /// Negative beyond the end.
        package let remainingMetres: Double
        package let distanceMetres: Double
    }

    package func sight(from place: PlaneVector) -> Sight {
        let toEnd = end - place
        let way = end - start
        // A leg without a length leads straight to its end.
        let line = way.length > 0.1 ? way : toEnd
        let direction = PlaneVector(length: 1, towards: line.direction)
        let offset = place - start
        let along = offset.dot(direction)
        return Sight(
            direction: direction, alongMetres: along, acrossMetres: offset.cross(direction),
            remainingMetres: toEnd.dot(direction), distanceMetres: toEnd.length)
    }

    /// How fast the corner at its end may be flown, cut by that radius; 0 where it stops.
    func exitSpeed(radius: Double, acceleration: Double) -> Double {
        guard let next else { return 0 }
        let turn = ((next - end).direction - (end - start).direction).wrapped
        return min(
            metresPerSecond,
            SpeedLaw.corner(
                radians: .pi - abs(turn.radians), radius: radius, acceleration: acceleration))
    }
}
