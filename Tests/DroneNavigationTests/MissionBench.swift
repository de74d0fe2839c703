import Core
import Glibc
import JSON
import Navigation
import Settings
import Testing
import Values

@testable import DroneNavigation

/// Missions in Roost's own format around the bench's home, each item in a line of its own: item 1 in
/// line 2.
enum TestMission {
    /// Home and 25 m to the north and the east, with a hole east of the way.
    static let fences = [
        polygon("in", [(-5, -5), (-5, 25), (25, 25), (25, -5)]),
        circle("out", east: 10, north: 10, radius: 4),
    ]

    static func place(east: Double = 0, north: Double = 0) -> String {
        let place = NavigatorBench.place(east: east, north: north)
        return "\"latitude\": \(place.latitude), \"longitude\": \(place.longitude)"
    }

    static func goTo(east: Double = 0, north: Double = 0, _ more: String = "") -> String {
        "{\"do\": \"go-to\", \(place(east: east, north: north))\(more)}"
    }

    static func polygon(_ side: String, _ corners: [(east: Double, north: Double)]) -> String {
        let places = corners.map { "{\(place(east: $0.east, north: $0.north))}" }
        return "{\"keep\": \"\(side)\", \"corners\": [\(places.joined(separator: ", "))]}"
    }

    static func circle(_ side: String, east: Double = 0, north: Double = 0, radius: Int) -> String {
        "{\"keep\": \"\(side)\", \(place(east: east, north: north)), \"radius\": \"\(radius)m\"}"
    }

    static let takeOff = "{\"do\": \"take-off\", \"altitude\": \"3m\"}"
    static let back = "{\"do\": \"return\"}"

    static func file(
        _ items: [String], fences: [String] = [], named name: String = "loop.json"
    ) -> FileText {
        let text = """
            {"roost_mission": 1, "items": [
            \(items.joined(separator: ",\n"))
            ], "fences": [\(fences.joined(separator: ", "))]}
            """
        return FileText(name: name, text: text)
    }

    static func source(
        _ items: [String], fences: [String] = [], named name: String = "loop.json"
    ) -> DroneNavigation.MissionSource {
        DroneNavigation.MissionSource(file(items, fences: fences, named: name))
    }
}

extension NavigatorBench {
    /// One that has taken off with the mission of a file.
    static func flying(
        _ items: [String], fences: [String] = [], _ extra: [String: JSONValue] = [:]
    ) throws -> NavigatorBench {
        var settings = extra
        settings["mission"] = TestMission.file(items, fences: fences).json
        var bench = try NavigatorBench(.object(settings))
        bench.takeOff()
        return bench
    }

    var words: String { outputs?.reason.description ?? "none" }
}

/// Tilts by 20 degrees and turns with 100 degrees a second at full stick, is moved by tilt and drag as an AR.Drone is,
/// and measures all of that. It hovers as one does: at once, and without a tilt.
struct ModelAircraft {
    private static let fullTilt = 20.0
    private let drag = DragModel()
    private(set) var east = 0.0
    private(set) var north = 0.0
    private var velocity = PlaneVector.zero

    /// Does for one step what it is told.
    mutating func fly(_ bench: inout NavigatorBench) {
        let seconds = 0.05
        var motion = StickPosition.still
        if case .move(let wanted) = bench.command { motion = wanted } else { velocity = .zero }
        let nose = Angle.degrees((bench.heading ?? 0) + motion.yaw * 100 * seconds).compass
        (bench.roll, bench.pitch) = (motion.roll * Self.fullTilt, -motion.forward * Self.fullTilt)
        let steady = drag.steadyVelocity(
            pitch: .degrees(bench.pitch), roll: .degrees(bench.roll), heading: nose)
        velocity =
            velocity
            + drag.acceleration(steady: steady, wind: .zero, velocity: velocity) * seconds
        (east, north) = (east + velocity.east * seconds, north + velocity.north * seconds)
        bench.forwardSpeed = velocity.forward(heading: nose)
        bench.rightSpeed = velocity.right(heading: nose)
        bench.heading = nose.degrees
        bench.altitude += motion.climb * seconds
        bench.position = NavigatorBench.place(east: east, north: north)
        bench.step()
    }
}
