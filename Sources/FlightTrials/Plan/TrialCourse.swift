import Core
import Devices

/// A place on the plane around the start, in metres.
package struct GroundPoint: Equatable, Sendable {
    package var eastMetres: Double
    package var northMetres: Double

    package init(east: Double, north: Double) {
        (eastMetres, northMetres) = (east, north)
    }

    static let start = GroundPoint(east: 0, north: 0)

    func metres(to other: GroundPoint) -> Double {
        (other - self).length
    }

    var length: Double {
        (eastMetres * eastMetres + northMetres * northMetres).squareRoot()
    }

    static func + (left: GroundPoint, right: GroundPoint) -> GroundPoint {
        GroundPoint(
            east: left.eastMetres + right.eastMetres, north: left.northMetres + right.northMetres)
    }

    static func - (left: GroundPoint, right: GroundPoint) -> GroundPoint {
        GroundPoint(
            east: left.eastMetres - right.eastMetres, north: left.northMetres - right.northMetres)
    }
}

/// Where every flight of a series goes, on a plane around its start.
package struct TrialCourse: Equatable, Sendable {
    package let corners: [GroundPoint]
    package let altitudeMetres: Double

    /// Four legs, 200 m, with three right angles; it ends 14 m from where it began.
    package static let square = TrialCourse(
        corners: [
            GroundPoint(east: 0, north: 60), GroundPoint(east: 50, north: 60),
            GroundPoint(east: 50, north: 10), GroundPoint(east: 10, north: 10),
        ], altitudeMetres: 3)

    package init(corners: [GroundPoint], altitudeMetres: Double) {
        self.corners = corners
        self.altitudeMetres = altitudeMetres
    }

    var target: GroundPoint { corners.last ?? .start }

    private var legs: Zip2Sequence<[GroundPoint], [GroundPoint]> {
        zip([.start] + corners, corners)
    }

    package var lengthMetres: Double {
        legs.reduce(0) { $0 + $1.0.metres(to: $1.1) }
    }

    /// How far a place is from the nearest point of the course.
    func metresOff(_ point: GroundPoint) -> Double {
        legs.reduce(Double.infinity) { least, leg in
            min(least, Self.metres(from: point, toLegFrom: leg.0, to: leg.1))
        }
    }

    private static func metres(
        from point: GroundPoint, toLegFrom begin: GroundPoint, to end: GroundPoint
    ) -> Double {
        let leg = end - begin
        let way = point - begin
        let square = leg.length * leg.length
        guard square > 0 else { return way.length }
        let along =
            (way.eastMetres * leg.eastMetres + way.northMetres * leg.northMetres) / square
        let share = min(1, max(0, along))
        return point.metres(
            to: GroundPoint(
                east: begin.eastMetres + share * leg.eastMetres,
                north: begin.northMetres + share * leg.northMetres))
    }

    /// The corners as targets of a configuration.
    func targets(around start: Position) -> JSONValue {
        .array(
            corners.compactMap {
                start.offset(eastMetres: $0.eastMetres, northMetres: $0.northMetres)
            }.map {
                .object([
                    "latitude": .number($0.latitude), "longitude": .number($0.longitude),
                    "altitude": .string("\(shortText(of: altitudeMetres))m"),
                ])
            })
    }
}
