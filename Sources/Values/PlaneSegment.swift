/// A straight way between two places on a plane, in metres.
package struct PlaneSegment: Equatable, Sendable {
    package let start: PlaneVector
    package let end: PlaneVector

    package init(start: PlaneVector, end: PlaneVector) {
        self.start = start
        self.end = end
    }

    package func distance(to point: PlaneVector) -> Double {
        squaredDistance(to: point).squareRoot()
    }

    package func squaredDistance(to point: PlaneVector) -> Double {
        let way = end - start
        let toPoint = point - start
        let lengthSquared = way.dot(way)
        guard lengthSquared > 0 else { return toPoint.dot(toPoint) }
        let share = min(1, max(0, toPoint.dot(way) / lengthSquared))
        let rest = PlaneVector(
            east: toPoint.east - share * way.east, north: toPoint.north - share * way.north)
        return rest.dot(rest)
    }

    /// Zero where they cross or touch.
    package func distance(to other: PlaneSegment) -> Double {
        if crosses(other) { return 0 }
        return min(
            distance(to: other.start), distance(to: other.end),
            other.distance(to: start), other.distance(to: end))
    }

    /// Whether each has its ends on both sides of the other.
    package func crosses(_ other: PlaneSegment) -> Bool {
        let own = end - start
        let others = other.end - other.start
        let sides = (own.cross(other.start - start), own.cross(other.end - start))
        let ownSides = (others.cross(start - other.start), others.cross(end - other.start))
        return sides.0 * sides.1 < 0 && ownSides.0 * ownSides.1 < 0
    }
}
