import Core
import Navigation
import Settings
import Values

extension DroneNavigation {
    /// How it is steered.
    enum Law: String, CaseIterable, Sendable {
        /// Along a line to the target, held against the wind, by an estimate of where it is.
        case track
        /// That of the navigator app that Roost replaces: the nose to the target, then forward; by
        /// the receiver alone.
        case turnThenGo = "turn-then-go"
    }

    /// What both laws go by; the defaults are those of the navigator app.
    struct GuidanceSettings: PluginSettings {
        let law: Law
        let arrivalRadiusMetres: Double
        let arrivalTime: Duration
        let leaveRadiusMetres: Double
        let altitudeToleranceMetres: Double
        let mountOffset: Angle
        let maxMetresPerSecond: Double
        let track: TrackSettings
        let turnThenGo: TurnThenGoSettings
        /// As `Guidance` takes them.
        let steering: Navigation.GuidanceSettings

        init(_ read: SettingsReader) {
            law = read(
                "law", .oneOf(.track), default: .track,
                "How it is steered: along the track, held against the wind; or turned to the target "
                    + "and pushed forward.", protects: .nothing)
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
            turnThenGo = TurnThenGoSettings(read)
            var steering = Navigation.GuidanceSettings()
            steering.arrivalRadiusMetres = arrival
            steering.arrivalTime = arrivalTime
            steering.altitudeToleranceMetres = altitudeToleranceMetres
            steering.maxTilt = track.fullTilt
            steering.maxClimbMetresPerSecond = track.fullClimbMetresPerSecond
            steering.maxTurnPerSecond = track.fullTurnPerSecond
            self.steering = steering
            let others = law == .track ? TurnThenGoSettings.keys : TrackSettings.keys
            for key in others {
                read.check(
                    !read.isPresent(key), key, "does not go with \"law\": \"\(law.rawValue)\"")
            }
        }

        /// How fast it goes where nobody says otherwise.
        var cruiseMetresPerSecond: Double {
            min(track.cruiseMetresPerSecond, maxMetresPerSecond)
        }
    }

    /// The law `track`: what the aircraft does with its stick at the end, and how fast it goes.
    struct TrackSettings: PluginSettings {
        let cruiseMetresPerSecond: Double
        let fullTilt: Angle
        let fullClimbMetresPerSecond: Double
        /// Of a second.
        let fullTurnPerSecond: Angle

        /// What it can fly through still air, by the drag of the aircraft that is known.
        var maxMetresPerSecond: Double { DragModel().steadySpeed(tilt: fullTilt) }

        static let keys = ["cruise_speed", "full_tilt", "full_climb", "full_turn"]

        init(_ read: SettingsReader) {
            cruiseMetresPerSecond = read(
                "cruise_speed", .metresPerSecond(0.1...20), default: 2,
                "With track: over ground, where an item says nothing else; max_speed bounds it.",
                protects: .smaller)
            fullTilt = read(
                "full_tilt", .angle(1...45), default: .degrees(20),
                "With track: how far the aircraft tilts for its stick at the end.",
                protects: .nothing)
            fullClimbMetresPerSecond = read(
                "full_climb", .metresPerSecond(0.1...10), default: 1,
                "With track: how fast it climbs for its stick at the end.", protects: .nothing)
            fullTurnPerSecond = .degrees(
                read(
                    "full_turn", .degreesPerSecond(5...400), default: 100,
                    "With track: how fast it turns for its stick at the end.", protects: .nothing))
        }
    }

    /// The law `turn-then-go`. The defaults are those of the navigator app that Roost replaces.
    struct TurnThenGoSettings: PluginSettings {
        let turnGainPerDegree: Double
        let yawDeadband: Angle
        let facingCone: Angle
        let forwardSpeed: Double
        let slowDownWithinMetres: Double?
        let slowSpeed: Double
        let altitudeGainPerMetre: Double
        let maxClimb: Double

        static let keys = [
            "turn_gain", "yaw_deadband", "facing_cone", "forward_speed", "slow_down_within",
            "slow_speed", "altitude_gain", "max_climb",
        ]

        init(_ read: SettingsReader) {
            turnGainPerDegree = read(
                "turn_gain", .number(0.001...1), default: 0.01,
                "Share of the full turning speed per degree that the nose is off.",
                protects: .nothing)
            yawDeadband = read(
                "yaw_deadband", .angle(0...30), default: .degrees(2),
                "Directions nearer than this are not corrected.", protects: .nothing)
            facingCone = read(
                "facing_cone", .angle(5...180), default: .degrees(45),
                "It flies forward only while the target is less than this off the nose.",
                protects: .nothing)
            read.check(
                facingCone > yawDeadband, "facing_cone", "must be wider than yaw_deadband")
            forwardSpeed = read(
                "forward_speed", .fraction(0.01...1), default: 0.2,
                "With turn-then-go: how far to push the stick forward, of what the driver allows.",
                protects: .nothing)
            slowDownWithinMetres = read(
                optional: "slow_down_within", .metres(0.5...200),
                "Nearer to the target than this it flies ever slower; if left out it does not.",
                protects: .nothing)
            slowSpeed = read(
                "slow_speed", .fraction(0.01...1), default: 0.05,
                "The speed that slowing down ends with.", protects: .nothing)
            altitudeGainPerMetre = read(
                "altitude_gain", .number(0.01...5), default: 0.5,
                "Share of the full climbing speed per metre of wrong altitude.", protects: .nothing)
            maxClimb = read(
                "max_climb", .fraction(0.01...1), default: 0.5,
                "The most to climb or descend with, of what the driver allows.", protects: .nothing)
        }
    }
}
