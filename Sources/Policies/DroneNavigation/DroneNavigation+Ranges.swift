import Core
import Devices

extension DroneNavigation {
    /// The altitudes of its targets.
    package static func commandRanges(_ settings: Settings) -> [String: [CommandRange]] {
        let altitudes = settings.mission.targets.enumerated().compactMap { index, target in
            target.altitudeMetres.map {
                CommandRange(.altitude, $0...$0, key: "targets[\(index)].altitude")
            }
        }
        return ["pilot": altitudes]
    }
}
