import Testing
import Values

@testable import Missions

/// The example files of the formats' facts: 52 N 21 E, a take-off to 4 m, one waypoint, the way home.
enum Samples {
    static let home = Position(latitude: 52, longitude: 21)

    /// As ArduPilot's tools write it: item 0 is home, above sea level.
    static let waypointList = """
        QGC WPL 110
        0\t1\t0\t16\t0\t0\t0\t0\t52.0000000\t21.0000000\t110.000000\t1
        1\t0\t3\t22\t0\t0\t0\t0\t0\t0\t4.000000\t1
        2\t0\t3\t16\t5\t2\t0\t0\t52.0004000\t21.0003000\t4.000000\t1
        3\t0\t3\t20\t0\t0\t0\t0\t0\t0\t0\t1
        """

    static let gpx = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Roost" xmlns="http://www.topografix.com/GPX/1/1">
         <rte><name>loop</name>
          <rtept lat="52.0004" lon="21.0003"/>
          <rtept lat="52.0006" lon="21.0003"/>
         </rte>
        </gpx>
        """

    static let roost = roostFile(
        """
        {"do": "take-off", "altitude": "4m"},
        {"do": "go-to", "latitude": 52.0004, "longitude": 21.0003, "altitude": "4m", "hold": "5s"},
        {"do": "return"}
        """)

    /// The first item begins in line 2, each in a line of its own.
    static func roostFile(_ items: String, _ more: String = "") -> String {
        "{\"roost_mission\": 1, \"items\": [\n\(items)\n]\(more)}"
    }

    /// A list with these lines after the header, home and a take-off: the first is item 2 in line 4.
    static func listFile(_ lines: String...) -> String {
        let head = waypointList.split(separator: "\n").prefix(3).map(String.init)
        return (head + lines).joined(separator: "\n")
    }

    /// A plan with these items, the first in line 3, and what else it has.
    static func planFile(_ items: String, _ more: String = "") -> String {
        """
        {"fileType": "Plan", "version": 1, "groundStation": "QGroundControl",
         "mission": {"version": 2, "firmwareType": 3, "vehicleType": 2, "plannedHomePosition": [52.0, 21.0, 110.0], "items": [
        \(items)
         ]}\(more)}
        """
    }

    static func simple(_ command: Int, frame: Int = 3, _ parameters: String) -> String {
        """
        {"type": "SimpleItem", "autoContinue": true, "command": \(command), "frame": \(frame), "params": [\(parameters)]}
        """
    }

    static let plan = planFile(
        [
            simple(22, "0, 0, 0, null, 52.0, 21.0, 4"),
            simple(178, frame: 2, "1, 2, -1, 0, 0, 0, 0"),
            simple(16, "5, 2, 0, null, 52.0004, 21.0003, 4"),
            simple(20, frame: 2, "0, 0, 0, 0, 0, 0, 0"),
        ].joined(separator: ",\n"))

    static let limits: MissionLimits = {
        var limits = MissionLimits()
        limits.home = home
        return limits
    }()
}

/// Reads and judges a text.
func judged(
    _ text: String, _ limits: MissionLimits = Samples.limits,
    _ options: MissionOptions = MissionOptions()
) -> MissionVerdict {
    MissionFile.read(Array(text.utf8), options).judged(against: limits)
}

extension MissionVerdict {
    var refusals: [String] { texts(.refusal) }
    var warnings: [String] { texts(.warning) }
    var actions: [MissionAction] { mission?.items.map(\.action) ?? [] }

    private func texts(_ severity: MissionError.Severity) -> [String] {
        errors.filter { $0.severity == severity }.map(\.description)
    }
}

func position(_ latitude: Double, _ longitude: Double) throws -> Position {
    try #require(Position(latitude: latitude, longitude: longitude))
}
