import Values

/// A circle around a place, as often as it is asked for, and how much of that is flown.
package struct Arc: Equatable, Sendable {
    package let center: PlaneVector
    package let radiusMetres: Double
    /// As seen from above.
    package let isClockwise: Bool
    /// Over ground, at most.
    package var metresPerSecond: Double
    /// Where it begins, seen from its middle.
    private let begin: Angle
    private let wanted: Angle
    private var flown = Angle.degrees(0)
    private var bearing: Angle

    /// Nearer to the middle than this share of the radius a direction says nothing.
    private static let innermost = 0.25

    /// It begins where the circle is nearest to `place`; in the north of its middle, right over that.
    package init(
        around center: PlaneVector, radiusMetres: Double, turns: Double, isClockwise: Bool,
        from place: PlaneVector, metresPerSecond: Double
    ) {
        self.center = center
        self.radiusMetres = radiusMetres
        self.isClockwise = isClockwise
        self.metresPerSecond = metresPerSecond
        begin = (place - center).direction
        wanted = .degrees(360 * turns)
        bearing = begin
    }

    package var start: PlaneVector { point(at: .degrees(0)) }
    package var end: PlaneVector { point(at: wanted) }
    /// Where it leads to from its start.
    package var beyondStart: PlaneVector {
        let along = begin + .degrees(isClockwise ? 90 : -90)
        return start + PlaneVector(length: radiusMetres, towards: along)
    }

    /// What is left of it; below zero beyond its end.
    package var left: Angle { wanted - flown }

    /// The aircraft is there: it has flown on by what that is around the middle, or was blown back.
    package mutating func note(_ place: PlaneVector) {
        let offset = place - center
        guard offset.length > radiusMetres * Self.innermost else { return }
        let moved = (offset.direction - bearing).wrapped
        flown = flown + (isClockwise ? moved : -moved)
        bearing = offset.direction
    }

    /// How it looks from where the aircraft was last noted: the direction is the one that it has a little later.
    func sight(from place: PlaneVector, aheadMetres: Double) -> Track.Sight {
        let outside = (place - center).length - radiusMetres
        let across = isClockwise ? -outside : outside
        let remaining = left.radians * radiusMetres
        return Track.Sight(
            direction: PlaneVector(
                length: 1, towards: forward(.radians(aheadMetres / radiusMetres))),
            alongMetres: flown.radians * radiusMetres, acrossMetres: across,
            remainingMetres: remaining,
            distanceMetres: PlaneVector(east: remaining, north: across).length)
    }

    /// Where it leads to, so much farther around.
    private func forward(_ ahead: Angle) -> Angle {
        let quarter = ahead + .degrees(90)
        return bearing + (isClockwise ? quarter : -quarter)
    }

    private func point(at flown: Angle) -> PlaneVector {
        center
            + PlaneVector(length: radiusMetres, towards: begin + (isClockwise ? flown : -flown))
    }
}
