import Core
import JSON
import Missions
import Navigation
import Settings
import Values

extension DroneNavigation {
    /// Everything that can be set, in groups; the keys stand side by side in the configuration.
    ///
    /// A class, and constant: all parts of a step get them, and a reference is passed on without a copy.
    package final class Settings: PluginSettings {
        let mission: MissionSettings
        let guidance: GuidanceSettings
        let takeOff: TakeOffSettings
        let sensors: SensorSettings
        let failsafes: FailsafeSettings
        let follow: FollowSettings
        /// What fixes must be like before a take-off.
        let homeLimits: HomeSettling.Limits

        package init(_ read: SettingsReader) {
            mission = MissionSettings(read)
            guidance = GuidanceSettings(read)
            takeOff = TakeOffSettings(read)
            sensors = SensorSettings(read)
            failsafes = FailsafeSettings(read)
            follow = FollowSettings(read)
            var limits = HomeSettling.Limits()
            limits.errorMetres = min(limits.errorMetres, sensors.maxHorizontalErrorMetres)
            limits.satellites = sensors.minSatellites
            limits.hdop = sensors.maxHDOP
            limits.time = takeOff.homeSettleTime
            homeLimits = limits
            read.check(
                takeOff.batteryPercent >= failsafes.battery.returnPercent, "take_off_battery",
                "must not be below return_at_battery, or it would turn back as soon as it took off")
            read.check(
                failsafes.maxTilt > guidance.track.fullTilt, "max_tilt",
                "must be more than full_tilt, which it flies with")
            checkMission(read)
        }

        /// As far as it can be judged without knowing where it will take off.
        private func checkMission(_ read: SettingsReader) {
            guard let candidate = mission.candidate else { return }
            let key = mission.source == nil ? "targets" : "mission"
            for error in candidate.judged(missionLimits(home: nil)).verdict.refusals {
                read.check(false, key, candidate.words(error))
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
        /// What all this asks for; `nil` where that is nothing.
        let candidate: MissionCandidate?

        init(_ read: SettingsReader) {
            targets = read(
                "targets", .list(of: .object(Target.self), count: 0...200), default: [],
                "Where to fly, in this order.", protects: .task)
            source = Self.source(read)
            start = read(
                "start", .oneOf(.onCommand), default: .onCommand,
                "Whether to wait for a take-off request, or to take off as soon as all is well.",
                protects: .listed(["on-command", "at-once"]))
            repeats = read(
                "repeat", .bool, default: false, "Whether to begin again after the last target.",
                protects: .task)
            atEnd = read(
                "at_end", .oneOf(.land), default: .land, "What to do after the last target.",
                protects: .task)
            candidate = MissionCandidate(
                configured: source, targets, repeats: repeats, atEnd: atEnd)
            for key in ["targets", "repeat", "at_end"] {
                read.rule(
                    .atMostOne(["mission", key]), key,
                    "does not go with mission: that file says all of it")
            }
        }

        private static func source(_ read: SettingsReader) -> MissionSource? {
            let file = read(
                optional: "mission", .file(upTo: MissionSource.maxBytes),
                "A mission to fly instead of targets, in any format of docs/missions.md; a relative "
                    + "name starts at the directory of the configuration.", protects: .task)
            let altitude = read(
                "mission_altitude", .metres(0.3...120),
                default: MissionSource.usualAltitudeMetres,
                "The height of a mission in a format that has none: GPX, coordinates.",
                protects: .task)
            return file.map { MissionSource($0, altitudeMetres: altitude) }
        }
    }

    struct TakeOffSettings: PluginSettings {
        let batteryPercent: Double
        let timeout: Duration
        let homeSettleTime: Duration
        let armedFor: Duration
        let startDelay: Duration

        init(_ read: SettingsReader) {
            batteryPercent =
                100
                * read(
                    "take_off_battery", .fraction(0...1), default: 0.4,
                    "With less than this in the battery it does not take off.", protects: .greater)
            timeout = read(
                "take_off_timeout", .duration(.seconds(2) ... .seconds(60)), default: .seconds(10),
                "A take-off that takes longer has failed.", protects: .smaller)
            homeSettleTime = read(
                "home_settle_time", .duration(.zero ... .seconds(120)), default: .seconds(10),
                "For so long fixes must have been good, and near each other, before it takes off.",
                protects: .greater)
            armedFor = read(
                "armed_for", .duration(.seconds(5) ... .seconds(600)), default: .seconds(60),
                "Armed by the button and not started within this time, it disarms.",
                protects: .smaller)
            startDelay = read(
                "start_delay", .duration(.seconds(2) ... .seconds(60)), default: .seconds(5),
                "From the press that starts it to the take-off; another press then disarms.",
                protects: .greater)
        }
    }
}
