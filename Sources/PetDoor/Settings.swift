import Core
import JSON
import PolicyKit
import Settings
import Values

extension PetDoor {
    /// Everything that can be set, in groups; the keys stand side by side in the configuration.
    ///
    /// A class, and constant: all parts of a step get them, and a reference is passed on without a copy.
    package final class Settings: PluginSettings {
        let rule: RuleSettings
        let bolt: BoltSettings
        let frost: FrostSettings
        let sun: SunSettings
        /// How long the flap must have been shut before the bolt may go out.
        package let flapClosedFor: Duration
        let acceptsNoFlapSwitch: Bool
        let tunnelClearFor: Duration
        /// `nil`: until a person says that the fire is over.
        let fireHold: Duration?
        let knocks: KnockSettings
        let manualExpiry: Duration
        let overrideEndsAtDawn: Bool
        package let barred: Barred
        let schedule: ScheduleSettings
        let maxLocked: Duration
        let temperatureUnit: TemperatureUnit
        package let pets: PetSettings
        let alerts: AlertSettings

        package init(_ read: SettingsReader) {
            rule = RuleSettings(read)
            bolt = BoltSettings(read, grace: rule.grace)
            frost = FrostSettings(read)
            sun = SunSettings(read)
            flapClosedFor = read(
                "flap_closed_for", .duration(.zero ... .seconds(60)), default: .seconds(2),
                "How long the flap must have been shut before the bolt goes out.",
                protects: .greater)
            acceptsNoFlapSwitch = read(
                "accept_no_flap_switch", .bool, default: false,
                "Locks with no flap switch to tell whether an animal is in the flap.",
                protects: .listed([false, true]))
            tunnelClearFor = read(
                "tunnel_clear_for", .duration(.zero ... .seconds(600)), default: .seconds(10),
                "How long nothing must have moved in the \"tunnel\" before the bolt goes out.",
                protects: .greater)
            fireHold = read(
                "fire_hold", .duration(.seconds(60) ... .seconds(604_800), or: "asked"),
                default: nil,
                "How long it stays unlocked once the \"fire\" is over; \"asked\": until a person asks "
                    + "for something else.", protects: .greater(otherwise: .safest))
            knocks = KnockSettings(read)
            let expiry = read(
                "manual_expiry", .duration(.seconds(10) ... .seconds(2_592_000), or: "dawn"),
                default: .seconds(86400),
                "How long an unlock request, and a lock request up to max_locked, holds before the "
                    + "rule takes over again; \"dawn\": until the next morning, for 24 h at most.",
                protects: .nothing)
            manualExpiry = expiry ?? .seconds(86400)
            overrideEndsAtDawn = expiry == nil
            barred = read(
                "bolt_bars", .oneOf(.bothWays), default: .bothWays,
                "Which way the bolt bars when it is out: it decides whether the door can be locked, "
                    + "in-only or out-only.", protects: .task)
            schedule = ScheduleSettings(read)
            maxLocked = read(
                "max_locked", .duration(.seconds(600) ... .seconds(86400)),
                default: .seconds(36000),
                "Locked for so long without a break, it unlocks, until it has been day or a person "
                    + "asks again: one bolt keeps an animal out, too. Not where it bars the way out only.",
                protects: .smaller)
            temperatureUnit = read(
                "temperature_unit", .oneOf(.celsius), default: .celsius,
                "In what the status and the answers tell temperatures.", protects: .nothing)
            pets = PetSettings(read)
            alerts = AlertSettings(read)
            for entry in schedule.entries {
                let why = refusal(of: entry.mode)
                read.check(why == nil, "schedule", why ?? "")
            }
        }

        /// Why the door cannot be that, by its bolt and its reader; `nil` when it can.
        func refusal(of mode: Mode) -> String? {
            barred.refusal(of: mode)
                ?? (mode == .petsOnly ? pets.refusalOfPetsOnly(barred) : nil)
        }

        /// How long it may be locked; `nil` where an animal comes in with the bolt out, too.
        package var lockLimit: Duration? { barred == .wayOut ? nil : maxLocked }

        /// Where it is; `nil` where that is not said.
        package var place: Position? { schedule.place }
        /// The key of a limit of temperature; `nil` where it locks for none.
        package var temperatureLimit: String? {
            rule.thresholds.coldest != nil
                ? "temperature_min" : rule.thresholds.hottest != nil ? "temperature_max" : nil
        }

        /// What else a door promises, for whoever judges it.
        package var lockedAngle: Angle { bolt.lockedAngle }
        package var unlockedAngle: Angle { bolt.unlockedAngle }
        package var movesPerHour: Int { bolt.movesPerHour }
        /// Those of `moves_per_day`, and after them a push out and a move back with each try to free a bolt.
        package var movesPerDayAtMost: Int {
            bolt.movesPerDay + 2 * Int(86400 / bolt.jamRetryAtMost.seconds)
        }
        /// How long it rests at most before it tries again to free a bolt.
        package var jamRetryAtMost: Duration { bolt.jamRetryAtMost }
        /// How long it stays locked by doubt.
        package var grace: Duration { rule.grace }
    }

    /// When to lock. The threshold is that of the locker that Roost replaces.
    struct RuleSettings: PluginSettings {
        let thresholds: Thresholds
        let temperatureHysteresisKelvins: Double
        let dwell: Duration
        let minimumStateTime: Duration
        let grace: Duration
        let maxSensorAge: Duration

        init(_ read: SettingsReader) {
            let light = read(
                "light_threshold", .lightShare(0...1), default: 700.0 / 1023,
                "Lighter than this is day, darker is night; a share of the sensor's full scale.",
                protects: .smaller)
            let band = read(
                "light_band", .lightShare(0...0.5), default: 0.104,
                "The width of the band around light_threshold in which nothing changes; by default "
                    + "from one light to twice as much, which a cloud does not do at dusk.",
                protects: .nothing)
            let coldest = read(
                optional: "temperature_min", .temperature(-50...60),
                "Colder than this, it locks; left out, it locks for no cold. One bolt keeps out "
                    + "whoever is outside in it.", protects: .smaller(otherwise: .safest))
            let hottest = read(
                optional: "temperature_max", .temperature(-50...60),
                "Hotter than this, it locks; left out, it locks for no heat.",
                protects: .greater(otherwise: .safest))
            temperatureHysteresisKelvins = read(
                "temperature_hysteresis", .kelvins(0...20), default: 2,
                "How far back inside the limits it must be before that is over.", protects: .nothing
            )
            thresholds = Thresholds(light: light, band: band, coldest: coldest, hottest: hottest)
            let hysteresis = temperatureHysteresisKelvins
            for conflict in thresholds.conflicts(hysteresisKelvins: hysteresis) {
                read.check(false, conflict.key, conflict.why)
            }
            dwell = read(
                "dwell", .duration(.zero ... .seconds(7200)), default: .seconds(300),
                "How long light and temperature must ask for a change without a break.",
                protects: .nothing)
            minimumStateTime = read(
                "minimum_state_time", .duration(.zero ... .seconds(86400)),
                default: .seconds(600), "How long the rule leaves the bolt alone after a change.",
                protects: .nothing)
            grace = read(
                "grace", .duration(.zero ... .seconds(86400)), default: .seconds(900),
                "How long it stays locked when a sensor cannot be trusted; then it unlocks. A good "
                    + "sensor makes up for doubt only as fast as that grew.", protects: .smaller)
            maxSensorAge = read(
                "max_sensor_age", .duration(.seconds(1) ... .seconds(7200)),
                default: .seconds(300), "An older light level or temperature is not trusted.",
                protects: .smaller)
        }
    }
}
