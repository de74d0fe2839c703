import Core
import JSON
import Settings
import Values

extension DroneNavigation {
    /// What makes it hover or land by itself, and how soon.
    struct FailsafeSettings: Sendable {
        let fence: Bool
        let fenceRadiusMetres: Double
        let fenceMarginMetres: Double
        let maxAltitudeMetres: Double
        let altitudeMarginMetres: Double
        let battery: BatterySettings
        let returnsHome: Bool
        let returnTime: Duration
        let maxFlightTime: Duration
        let noProgressAfter: Duration
        let maxDriftMetres: Double
        let maxTilt: Angle
        let link: LinkSettings
        let computer: ComputerSettings
        let timeout: TimeoutSettings

        init(_ read: SettingsReader) {
            fence = read(
                "fence", .bool, default: true, "Whether there is a fence.",
                protects: .listed([true, false]))
            fenceRadiusMetres = read(
                "fence_radius", .metres(2...5000), default: 30,
                "How far from where it took off it may be, and a target may lie.",
                protects: .smaller)
            fenceMarginMetres = read(
                "fence_margin", .metres(1...500), default: 10,
                "How much further out it may drift while a person brings it back, once. At twice that "
                    + "outside the fence it lands at once.", protects: .smaller)
            maxAltitudeMetres = read(
                "max_altitude", .metres(0.5...120), default: 1.6,
                "The highest that a target may be, and that it climbs to; the driver must allow it.",
                protects: .smaller)
            altitudeMarginMetres = read(
                "altitude_margin", .metres(0.5...50), default: 2,
                "How far above max_altitude it hovers, then lands.", protects: .smaller)
            battery = BatterySettings(read)
            returnsHome = read(
                "return_home", .bool, default: true,
                "Whether it flies home, where that is safer than to land where it is.",
                protects: .listed([true, false]))
            returnTime = read(
                "return_time", .duration(.seconds(5) ... .seconds(3600)), default: .seconds(120),
                "Not home after so long, it lands where it is.", protects: .smaller)
            maxFlightTime = read(
                "max_flight_time", .duration(.seconds(10) ... .seconds(7200)),
                default: .seconds(480), "After so long in the air it lands.", protects: .smaller)
            noProgressAfter = read(
                "no_progress_after", .duration(.seconds(2) ... .seconds(300)),
                default: .seconds(15),
                "Not a metre nearer to the target, or not 20 cm nearer to its altitude, in this time "
                    + "of flying, it hovers.", protects: .smaller)
            maxDriftMetres = read(
                "max_drift", .metres(1...200), default: 5,
                "This much farther from the target than it has been, it hovers: a wrong compass.",
                protects: .smaller)
            maxTilt = read(
                "max_tilt", .angle(5...90), default: .degrees(45),
                "Rolled or pitched further it hovers: something has hit it, or holds it.",
                protects: .smaller)
            link = LinkSettings(read)
            computer = ComputerSettings(read)
            timeout = TimeoutSettings(read)
        }
    }

    /// With how little in the battery what happens.
    struct BatterySettings: PluginSettings {
        let warnPercent: Double
        let landPercent: Double
        let returnPercent: Double
        let lowFor: Duration

        init(_ read: SettingsReader) {
            warnPercent =
                100
                * read(
                    "warn_at_battery", .fraction(0...1), default: 0.3,
                    "With this much in the battery it tells so, and flies on.", protects: .greater)
            landPercent =
                100
                * read(
                    "land_at_battery", .fraction(0...1), default: 0.12,
                    "With this much in the battery it lands, whatever anybody says.",
                    protects: .greater)
            returnPercent =
                100
                * read(
                    "return_at_battery", .fraction(0...1), default: 0.2,
                    "With this much in the battery it flies home, and earlier where the way takes more.",
                    protects: .greater)
            read.check(
                returnPercent >= landPercent, "return_at_battery",
                "must not be below land_at_battery, or it would never fly home")
            lowFor = read(
                "battery_low_for", .duration(.zero ... .seconds(60)), default: .seconds(2),
                "For how long the battery must be that low, so that a sag does not count.",
                protects: .smaller)
        }
    }

    /// How little may be heard of the aircraft.
    struct LinkSettings: PluginSettings {
        let minPerSecond: Double
        let weakFor: Duration

        init(_ read: SettingsReader) {
            minPerSecond = read(
                "min_link_rate", .number(0...100), default: 5,
                "With less news of the aircraft in a second it flies home; 0: never. An AR.Drone sends "
                    + "fifteen. Of a slow policy half as many as it steps do.", protects: .greater)
            weakFor = read(
                "link_weak_for", .duration(.zero ... .seconds(60)), default: .seconds(10),
                "For how long the link must be that weak.", protects: .smaller)
        }
    }

    /// How long it hovers in each kind of trouble before it lands.
    struct TimeoutSettings: PluginSettings {
        let resumeAfter: Duration
        let fixLost: Duration
        let fixPoor: Duration
        let headingLost: Duration
        let flightLost: Duration
        let outside: Duration
        let answer: Duration
        let blindHover: Duration

        init(_ read: SettingsReader) {
            resumeAfter = read(
                "resume_after", .duration(.zero ... .seconds(60)), default: .seconds(3),
                "It flies on when position and heading have been well for this long.",
                protects: .greater)
            fixLost = read.landAfter("fix_lost_land_after", 5, "without a position")
            fixPoor = read.landAfter("fix_poor_land_after", 10, "with a poor position")
            headingLost = read.landAfter("heading_lost_land_after", 5, "with no heading")
            flightLost = read.landAfter(
                "flight_lost_land_after", 5, "without news from the aircraft")
            outside = read.landAfter("outside_land_after", 5, "outside the fence or too high")
            answer = read.landAfter(
                "answer_within", 10,
                "for a person to decide, found flying after a restart or stopped by a failsafe")
            blindHover = read.landAfter(
                "blind_hover_land_after", 60,
                "as asked, without a position to hold to the fence (sooner where nothing shows that its camera sees the ground),"
            )
        }
    }
}

extension SettingsReader {
    fileprivate func landAfter(_ key: String, _ seconds: Int, _ state: String) -> Duration {
        self(
            key, .duration(.zero ... .seconds(600)), default: .seconds(seconds),
            "How long it hovers \(state) before it lands.", protects: .smaller)
    }
}
