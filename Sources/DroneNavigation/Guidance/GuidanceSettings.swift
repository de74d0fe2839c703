import Core
import Navigation
import Settings
import Values

extension DroneNavigation {
    /// How it is steered; the defaults are those of the navigator app that Roost replaces, where it had them.
    struct GuidanceSettings: PluginSettings {
        let arrivalRadiusMetres: Double
        let arrivalTime: Duration
        let leaveRadiusMetres: Double
        let altitudeToleranceMetres: Double
        let mountOffset: Angle
        let maxMetresPerSecond: Double
        let track: TrackSettings
        /// As `Guidance` takes them.
        let steering: Navigation.GuidanceSettings

        init(_ read: SettingsReader) {
            let arrival = read(
                "arrival_radius", .metres(0.2...50), default: 1,
                "A target counts as reached when it is this near.", protects: .smaller)
            arrivalRadiusMetres = arrival
            arrivalTime = read(
                "arrival_time", .duration(.zero ... .seconds(60)), default: .seconds(1),
                "How long it must be there before it goes on: one wrong position is no arrival.",
                protects: .greater)
            leaveRadiusMetres =
                read(
                    optional: "leave_radius", .metres(0.2...200),
                    "Blown this far away while it holds, it flies back; twice arrival_radius if left out.",
                    protects: .nothing) ?? 2 * arrival
            read.check(
                leaveRadiusMetres > arrival, "leave_radius", "must be more than arrival_radius")
            altitudeToleranceMetres = read(
                "altitude_tolerance", .metres(0.05...10), default: 0.3,
                "Altitudes nearer than this count as reached.", protects: .nothing)
            mountOffset = read(
                "mount_offset", .angle(-180...180), default: .degrees(0),
                "How far clockwise of the compass's own forward the nose points.",
                protects: .nothing)
            maxMetresPerSecond = read(
                "max_speed", .metresPerSecond(0.1...20), default: 2,
                "The fastest that a mission may ask for, over ground.", protects: .smaller)
            track = TrackSettings(read)
            var steering = Navigation.GuidanceSettings()
            steering.arrivalRadiusMetres = arrival
            steering.arrivalTime = arrivalTime
            steering.altitudeToleranceMetres = altitudeToleranceMetres
            steering.maxTilt = track.fullTilt
            steering.maxClimbMetresPerSecond = track.fullClimbMetresPerSecond
            steering.maxTurnPerSecond = track.fullTurnPerSecond
            self.steering = steering
            Self.refuseFormerLaw(read)
        }

        /// Settings of the law "turn-then-go", which 0.1.0 could fly and trials still compare with.
        private static func refuseFormerLaw(_ read: SettingsReader) {
            read.retired(
                "law",
                "the policy always flies along the track, held against the wind; "
                    + "compare full_tilt, full_climb and full_turn with the drone's settings")
            for key in [
                "turn_gain", "yaw_deadband", "facing_cone", "forward_speed", "slow_down_within",
                "slow_speed", "altitude_gain", "max_climb",
            ] {
                read.retired(key, "it belonged to the law turn-then-go, which is no longer flown")
            }
        }

        /// How fast it goes where nobody says otherwise.
        var cruiseMetresPerSecond: Double {
            min(track.cruiseMetresPerSecond, maxMetresPerSecond)
        }
    }

    /// What the aircraft does with its stick at the end, and how fast it goes.
    struct TrackSettings: PluginSettings {
        let cruiseMetresPerSecond: Double
        let fullTilt: Angle
        let fullClimbMetresPerSecond: Double
        /// Of a second.
        let fullTurnPerSecond: Angle

        /// What it can fly through still air, by the drag of the aircraft that is known.
        var maxMetresPerSecond: Double { DragModel().steadySpeed(tilt: fullTilt) }

        init(_ read: SettingsReader) {
            cruiseMetresPerSecond = read(
                "cruise_speed", .metresPerSecond(0.1...20), default: 2,
                "Over ground, where an item says nothing else; max_speed bounds it.",
                protects: .smaller)
            fullTilt = read(
                "full_tilt", .angle(1...45), default: .degrees(20),
                "How far the aircraft tilts for its stick at the end.",
                protects: .nothing)
            fullClimbMetresPerSecond = read(
                "full_climb", .metresPerSecond(0.1...10), default: 1,
                "How fast it climbs for its stick at the end.", protects: .nothing)
            fullTurnPerSecond = .degrees(
                read(
                    "full_turn", .degreesPerSecond(5...400), default: 100,
                    "How fast it turns for its stick at the end.", protects: .nothing))
        }
    }
}
