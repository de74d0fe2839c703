import Core
import Devices

extension DroneNavigation {
    /// The altitudes of its targets, and the highest that a person may send it to.
    package static func commandRanges(_ settings: Settings) -> [String: [CommandRange]] {
        let altitudes = settings.mission.targets.enumerated().compactMap { index, target in
            target.waypoint.altitudeMetres.map {
                CommandRange(.altitude, $0...$0, key: "targets[\(index)].altitude")
            }
        }
        let highest = settings.failsafes.maxAltitudeMetres
        return ["pilot": altitudes + [CommandRange(.altitude, 0...highest, key: "max_altitude")]]
    }
}
