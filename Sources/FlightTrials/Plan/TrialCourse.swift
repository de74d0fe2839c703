import Core
import Devices

/// Where every flight of a series goes, on a plane around its start.
package struct TrialCourse: Equatable, Sendable {
    package let corners: [PlaneVector]
    package let altitudeMetres: Double

    /// Four legs, 200 m, with three right angles; it ends 14 m from where it began.
    package static let square = TrialCourse(
        corners: [
            PlaneVector(east: 0, north: 60), PlaneVector(east: 50, north: 60),
            PlaneVector(east: 50, north: 10), PlaneVector(east: 10, north: 10),
        ], altitudeMetres: 3)

    package init(corners: [PlaneVector], altitudeMetres: Double) {
        self.corners = corners
        self.altitudeMetres = altitudeMetres
    }

    var target: PlaneVector { corners.last ?? .zero }

    private var legs: [PlaneSegment] {
        zip([.zero] + corners, corners).map { PlaneSegment(start: $0, end: $1) }
    }

    package var lengthMetres: Double {
        legs.reduce(0) { $0 + ($1.end - $1.start).length }
    }

    /// How far a place is from the nearest point of the course.
    func metresOff(_ place: PlaneVector) -> Double {
        legs.reduce(Double.infinity) { min($0, $1.distance(to: place)) }
    }

    /// The corners as targets of a configuration.
    func targets(around start: Position) -> JSONValue {
        .array(
            corners.compactMap {
                start.offset(eastMetres: $0.east, northMetres: $0.north)
            }.map {
                .object([
                    "latitude": .number($0.latitude), "longitude": .number($0.longitude),
                    "altitude": .string("\(shortText(of: altitudeMetres))m"),
                ])
            })
    }
}
