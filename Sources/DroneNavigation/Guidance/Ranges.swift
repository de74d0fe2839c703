import Core
import Missions
import Values

extension DroneNavigation {
    /// The altitudes of its targets, and the highest that a person may send it to.
    package static func commandRanges(_ settings: Settings) -> [String: [CommandRange]] {
        let altitudes = settings.mission.targets.enumerated().compactMap { index, target in
            target.waypoint.altitudeMetres.map {
                CommandRange(.altitude, $0...$0, key: "targets[\(index)].altitude")
            }
        }
        let highest = settings.failsafes.maxAltitudeMetres
        return [
            "pilot": altitudes + [CommandRange(.altitude, 0...highest, key: "max_altitude")]
                + fullSticks(settings.guidance)
        ]
    }

    /// With less tilt, climb or turn than these it could not hold against the wind.
    private static func fullSticks(_ guidance: GuidanceSettings) -> [CommandRange] {
        let (track, tilt) = (guidance.track, guidance.track.fullTilt.degrees)
        let climb = track.fullClimbMetresPerSecond
        let turn = track.fullTurnPerSecond.degrees
        return [
            CommandRange(.fullTilt, tilt...tilt, key: "full_tilt"),
            CommandRange(.fullClimb, climb...climb, key: "full_climb"),
            CommandRange(.fullTurn, turn...turn, key: "full_turn"),
        ]
    }
}
