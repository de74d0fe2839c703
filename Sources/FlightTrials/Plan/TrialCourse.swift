import Core
import JSON
import Missions
import Settings
import Values

/// Where every flight of a series goes, on a plane around its start.
package struct TrialCourse: Equatable, Sendable {
    let start: Position
    package let corners: [PlaneVector]
    /// What has the policy fly it.
    let settings: [String: JSONValue]

    /// Four legs, 200 m, with three right angles; it ends 14 m from where it began.
    package static let square = TrialCourse(
        corners: [
            PlaneVector(east: 0, north: 60), PlaneVector(east: 50, north: 60),
            PlaneVector(east: 50, north: 10), PlaneVector(east: 10, north: 10),
        ], altitudeMetres: 3)

    package init(corners: [PlaneVector], altitudeMetres: Double) {
        start = TrialPlan.place
        self.corners = corners
        settings = [
            "targets": Self.targets(corners, altitudeMetres, around: start), "at_end": "land",
        ]
    }

    /// As a mission's file has it, from its home, or from the first place that it names.
    ///
    /// - Throws: that it names no place, or leads beyond the fence: only before a take-off would the policy say so
    ///   of a file without a home. All else that is wrong with it is for the policy to say.
    package init(_ file: FileText) throws(PlainError) {
        let draft = MissionFile.read(Array(file.text.utf8), MissionOptions())
        guard let start = draft.plannedHome ?? draft.route(from: nil).first else {
            throw PlainError("\(file.name) names no place to fly to")
        }
        self.start = start
        let plane = LocalPlane(origin: start)
        corners = draft.route(from: start).map { plane.point($0) }
        settings = ["mission": file.json]
        let (farthest, fence) = (
            corners.map(\.length).max() ?? 0, TrialSetup.Limits().fenceRadiusMetres
        )
        guard farthest < fence else {
            throw PlainError(
                "\(file.name) leads \(shortText(of: farthest.rounded())) m away, and the fence is at \(shortText(of: fence)) m"
            )
        }
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
    private static func targets(
        _ corners: [PlaneVector], _ altitudeMetres: Double, around start: Position
    ) -> JSONValue {
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
