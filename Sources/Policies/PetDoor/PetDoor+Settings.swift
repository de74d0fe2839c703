import Core
import Devices

extension PetDoor {
    /// Everything that can be set, in groups; the keys stand side by side in the configuration.
    package struct Settings: PluginSettings {
        let rule: RuleSettings
        let bolt: BoltSettings
        /// How long the flap must have been shut before the bolt may go out.
        let flapClosedFor: Duration
        let manualExpiry: Duration

        package init(_ read: SettingsReader) {
            rule = RuleSettings(read)
            bolt = BoltSettings(read, grace: rule.grace)
            flapClosedFor = read(
                "flap_closed_for", .duration(.zero ... .seconds(60)), default: .seconds(2),
                "How long the flap must have been shut before the bolt goes out.")
            manualExpiry = read(
                "manual_expiry", .duration(.seconds(10) ... .seconds(2_592_000)),
                default: .seconds(86400),
                "How long a lock or unlock request holds before the rule takes over again.")
        }
    }

    /// When to lock. Threshold, band and temperatures are those of the locker that Roost replaces.
    struct RuleSettings: PluginSettings {
        let lightThreshold: Double
        let lightBand: Double
        let coldest: Temperature
        let hottest: Temperature
        let temperatureHysteresisKelvins: Double
        let dwell: Duration
        let minimumStateTime: Duration
        let grace: Duration
        let maxSensorAge: Duration

        /// Below this it is dark; nothing changes between here and `brightAbove`.
        var darkBelow: Double { lightThreshold - lightBand / 2 }
        var brightAbove: Double { lightThreshold + lightBand / 2 }

        init(_ read: SettingsReader) {
            lightThreshold = read(
                "light_threshold", .fraction(0...1), default: 700.0 / 1023,
                "Lighter than this is day, darker is night; a share of the sensor's full scale.")
            lightBand = read(
                "light_band", .fraction(0...0.5), default: 30.0 / 1023,
                "The width of the band around light_threshold in which nothing changes.")
            read.check(
                lightThreshold - lightBand / 2 > 0 && lightThreshold + lightBand / 2 < 1,
                "light_threshold", "with light_band around it, it must lie within 0% to 100%")
            coldest = read(
                "temperature_min", .temperature(-50...60), default: Temperature(celsius: 2),
                "Colder than this, it locks.")
            hottest = read(
                "temperature_max", .temperature(-50...60), default: Temperature(celsius: 33),
                "Hotter than this, it locks.")
            temperatureHysteresisKelvins = read(
                "temperature_hysteresis", .kelvins(0...20), default: 2,
                "How far back inside the limits it must be before that is over.")
            read.check(
                coldest.celsius + 2 * temperatureHysteresisKelvins < hottest.celsius,
                "temperature_max",
                "must be above temperature_min by more than twice temperature_hysteresis")
            dwell = read(
                "dwell", .duration(.zero ... .seconds(7200)), default: .seconds(300),
                "How long light and temperature must ask for a change without a break.")
            minimumStateTime = read(
                "minimum_state_time", .duration(.zero ... .seconds(86400)),
                default: .seconds(600), "How long the rule leaves the bolt alone after a change.")
            grace = read(
                "grace", .duration(.zero ... .seconds(86400)), default: .seconds(900),
                "How long it stays locked when a sensor cannot be trusted; then it unlocks.")
            maxSensorAge = read(
                "max_sensor_age", .duration(.seconds(1) ... .seconds(7200)),
                default: .seconds(300), "An older light level or temperature is not trusted.")
        }
    }

    struct BoltSettings: Sendable {
        let lockedAngle: Angle
        let unlockedAngle: Angle
        let confirmWithin: Duration
        let retries: Int
        let backOffFor: Duration
        let backOffShare: Double
        let jamRetryEvery: Duration
        let acceptsBlindLock: Bool
        /// How long a switch may be unclear before a locked door is unlocked.
        let grace: Duration

        init(_ read: SettingsReader, grace: Duration) {
            self.grace = grace
            lockedAngle = read(
                "locked_angle", .angle(0...270), default: .degrees(180),
                "Where the servo has pushed the bolt out.")
            unlockedAngle = read(
                "unlocked_angle", .angle(0...270), default: .degrees(65),
                "Where the servo has pulled the bolt back.")
            read.check(
                abs((lockedAngle - unlockedAngle).degrees) >= 5, "unlocked_angle",
                "must be at least 5 degrees from locked_angle")
            confirmWithin = read(
                "confirm_within", .duration(.milliseconds(100) ... .seconds(60)),
                default: .seconds(3), "How soon the latch switch must confirm a move.")
            retries = read(
                "retries", .integer(0...10), default: 2,
                "How often a move that was not confirmed is tried again.")
            backOffFor = read(
                "back_off_for", .duration(.milliseconds(100) ... .seconds(30)),
                default: .seconds(1), "How long it moves back a little before it tries again.")
            backOffShare = read(
                "back_off", .fraction(0...1), default: 0.25,
                "How far it moves back for that, of the way between the two angles.")
            jamRetryEvery = read(
                "jam_retry_every", .duration(.seconds(1) ... .seconds(86400)),
                default: .seconds(60), "How often it tries to free a bolt that is stuck out.")
            acceptsBlindLock = read(
                "accept_blind_lock", .bool, default: false,
                "Locks with no latch switch to tell whether the bolt really moved.")
        }

        func angle(_ side: Side) -> Angle {
            side == .locked ? lockedAngle : unlockedAngle
        }

        /// A little back from `side`, to free a bolt that is stuck on the way there.
        func backOffAngle(from side: Side) -> Angle {
            let goal = angle(side)
            return .degrees(
                goal.degrees + (angle(side.other) - goal).degrees * backOffShare)
        }
    }
}
