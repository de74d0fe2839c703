import Core
import Devices
import Missions

extension DroneNavigation {
    /// Everything that can be set, in groups; the keys stand side by side in the configuration.
    package struct Settings: PluginSettings {
        let mission: MissionSettings
        let guidance: GuidanceSettings
        let takeOff: TakeOffSettings
        let sensors: SensorSettings
        let failsafes: FailsafeSettings

        package init(_ read: SettingsReader) {
            mission = MissionSettings(read)
            guidance = GuidanceSettings(read)
            takeOff = TakeOffSettings(read)
            sensors = SensorSettings(read)
            failsafes = FailsafeSettings(read)
            read.check(
                takeOff.batteryPercent >= failsafes.landAtBatteryPercent, "take_off_battery",
                "must not be below land_at_battery, or it would land as soon as it took off")
            checkMission(read)
        }

        /// As far as it can be judged without knowing where it will take off.
        private func checkMission(_ read: SettingsReader) {
            guard let candidate = MissionCandidate(mission) else { return }
            let key = mission.source == nil ? "targets" : "mission"
            for fault in candidate.judged(missionLimits(home: nil)).verdict.faults
            where fault.severity == .refusal {
                read.check(false, key, candidate.words(fault))
            }
        }
    }

    enum Start: String, CaseIterable, Sendable {
        case onCommand = "on-command"
        case atOnce = "at-once"
    }

    enum AtEnd: String, CaseIterable, Sendable {
        case land, hover
    }

    struct MissionSettings: PluginSettings {
        let targets: [Target]
        let source: MissionSource?
        let start: Start
        let repeats: Bool
        let atEnd: AtEnd

        init(_ read: SettingsReader) {
            targets = read(
                "targets", .list(of: .object(Target.self), count: 0...200), default: [],
                "Where to fly, in this order.")
            source = Self.source(read)
            start = read(
                "start", .oneOf(.onCommand), default: .onCommand,
                "Whether to wait for a take-off request, or to take off as soon as all is well.")
            repeats = read(
                "repeat", .bool, default: false, "Whether to begin again after the last target.")
            atEnd = read(
                "at_end", .oneOf(.land), default: .land, "What to do after the last target.")
            for key in ["targets", "repeat", "at_end"] {
                read.check(
                    source == nil || !read.isGiven(key), key,
                    "does not go with mission: that file says all of it")
            }
        }

        private static func source(_ read: SettingsReader) -> MissionSource? {
            let file = read(
                optional: "mission", .file(upTo: MissionSource.maxBytes),
                "A mission to fly instead of targets, in any format of docs/missions.md; a relative "
                    + "name starts at the directory of the configuration.")
            let altitude = read(
                "mission_altitude", .metres(0.3...120),
                default: MissionSource.usualAltitudeMetres,
                "The height of a mission in a format that has none: GPX, coordinates.")
            return file.map { MissionSource($0, altitudeMetres: altitude) }
        }
    }

    /// The control law. The defaults are those of the navigator app that Roost replaces.
    struct GuidanceSettings: PluginSettings {
        let arrivalRadiusMetres: Double
        let arrivalTime: Duration
        let leaveRadiusMetres: Double
        let turnGainPerDegree: Double
        let yawDeadband: Angle
        let facingCone: Angle
        let mountOffset: Angle
        let forwardSpeed: Double
        let slowDownWithinMetres: Double?
        let slowSpeed: Double
        let altitudeGainPerMetre: Double
        let altitudeToleranceMetres: Double
        let maxClimb: Double
        let maxMetresPerSecond: Double

        init(_ read: SettingsReader) {
            let arrival = read(
                "arrival_radius", .metres(0.2...50), default: 1,
                "A target counts as reached when it is this near.")
            arrivalRadiusMetres = arrival
            arrivalTime = read(
                "arrival_time", .duration(.zero ... .seconds(60)), default: .seconds(1),
                "How long it must be there before it goes on: one wrong position is no arrival.")
            leaveRadiusMetres =
                read(
                    optional: "leave_radius", .metres(0.2...200),
                    "Blown this far away while it holds, it flies back; twice arrival_radius if left out."
                ) ?? 2 * arrival
            read.check(
                leaveRadiusMetres > arrival, "leave_radius", "must be more than arrival_radius")
            turnGainPerDegree = read(
                "turn_gain", .number(0.001...1), default: 0.01,
                "Share of the full turning speed per degree that the nose is off.")
            yawDeadband = read(
                "yaw_deadband", .angle(0...30), default: .degrees(2),
                "Directions nearer than this are not corrected.")
            facingCone = read(
                "facing_cone", .angle(5...180), default: .degrees(45),
                "It flies forward only while the target is less than this off the nose.")
            read.check(
                facingCone > yawDeadband, "facing_cone", "must be wider than yaw_deadband")
            mountOffset = read(
                "mount_offset", .angle(-180...180), default: .degrees(0),
                "How far clockwise of the compass's own forward the nose points.")
            forwardSpeed = read(
                "forward_speed", .fraction(0.01...1), default: 0.2,
                "How far to push the stick forward, of what the driver allows.")
            slowDownWithinMetres = read(
                optional: "slow_down_within", .metres(0.5...200),
                "Nearer to the target than this it flies ever slower; if left out it does not.")
            slowSpeed = read(
                "slow_speed", .fraction(0.01...1), default: 0.05,
                "The speed that slowing down ends with.")
            altitudeGainPerMetre = read(
                "altitude_gain", .number(0.01...5), default: 0.5,
                "Share of the full climbing speed per metre of wrong altitude.")
            altitudeToleranceMetres = read(
                "altitude_tolerance", .metres(0.05...10), default: 0.3,
                "Altitudes nearer than this count as reached.")
            maxClimb = read(
                "max_climb", .fraction(0.01...1), default: 0.5,
                "The most to climb or descend with, of what the driver allows.")
            maxMetresPerSecond = read(
                "max_speed", .metresPerSecond(0.1...20), default: 2,
                "The fastest that a mission may ask for; forward_speed bounds what comes of it.")
        }
    }

    struct TakeOffSettings: PluginSettings {
        let batteryPercent: Double
        let timeout: Duration

        init(_ read: SettingsReader) {
            batteryPercent =
                100
                * read(
                    "take_off_battery", .fraction(0...1), default: 0.2,
                    "With less than this in the battery it does not take off.")
            timeout = read(
                "take_off_timeout", .duration(.seconds(2) ... .seconds(60)), default: .seconds(10),
                "A take-off that takes longer has failed.")
        }
    }

    /// What a measurement must be like to be believed.
    struct SensorSettings: PluginSettings {
        let maxFixAge: Duration
        let maxHeadingAge: Duration
        let maxHDOP: Double
        let maxHorizontalErrorMetres: Double
        let minSatellites: Int
        let maxFixJumpMetres: Double

        init(_ read: SettingsReader) {
            maxFixAge = read(
                "max_fix_age", .duration(.milliseconds(200) ... .seconds(30)), default: .seconds(2),
                "An older position counts as lost.")
            maxHeadingAge = read(
                "max_heading_age", .duration(.milliseconds(100) ... .seconds(30)),
                default: .seconds(1), "An older heading counts as lost.")
            maxHDOP = read(
                "max_hdop", .number(0.5...50), default: 2,
                "A position with more dilution of precision counts as poor.")
            maxHorizontalErrorMetres = read(
                "max_horizontal_error", .metres(0.1...200), default: 10,
                "A position with a larger estimated error counts as poor.")
            minSatellites = read(
                "min_satellites", .integer(0...40), default: 6,
                "A position from fewer satellites counts as poor, where the receiver tells.")
            maxFixJumpMetres = read(
                "max_fix_jump", .metres(1...1000), default: 5,
                "A position farther than this from the last, beyond what can be flown, is not "
                    + "believed, unless it is told for 3 s.")
            let ridesAlong = read(
                "receiver_rides_on_aircraft", .bool, default: false,
                "Must be true: says that the position is that of the aircraft, not of a computer "
                    + "on the ground.")
            read.check(
                ridesAlong, "receiver_rides_on_aircraft",
                "must be true: the receiver of \"position\" must fly with the aircraft, for one on "
                    + "the ground lets it fly away")
        }
    }
}
