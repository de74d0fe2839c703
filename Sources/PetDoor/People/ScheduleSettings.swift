import Almanac
import Core
import Devices
import Settings

extension PetDoor {
    /// A part of each day in which the door is in a mode, whatever the light.
    struct ScheduleEntry: PluginSettings {
        let span: DailySpan
        let mode: Mode

        init(_ read: SettingsReader) {
            let time = SettingKind<TimeOfDay>.parsed(
                "a time of day such as \"21:30\", \"sunset-30min\" or \"dawn+1h\" "
                    + "(dawn, sunrise, sunset, dusk)",
                pattern:
                    #"^(?:(?:[01]?\d|2[0-3]):[0-5]\d|(?:dawn|sunrise|sunset|dusk)(?:[-+]\d{1,3}(?:h|min))?)$"#,
                placeholder: .clock(minute: 0))
            let from = read(required: "from", time, "When it begins.")
            let to = read(
                required: "to", time,
                "When it ends; the next day, where that is earlier on the clock.")
            read.check(from != to, "to", "must be another time than \"from\"")
            span = DailySpan(from: from, to: to)
            mode = read(
                required: "mode", .oneOf(.auto),
                "What the door is then; \"in-only\" is a curfew. With \"auto\" it goes by the light."
            )
        }
    }

    /// When the door is what by the clock, and where it stands.
    struct ScheduleSettings: Sendable {
        /// The first that applies decides.
        let entries: [ScheduleEntry]
        let place: Position?

        init(_ read: SettingsReader, barred: Barred) {
            entries = read(
                "schedule", .list(of: .object(ScheduleEntry.self), count: 0...8), default: [],
                "Parts of the day with a mode of their own; where several apply, the first. It needs "
                    + "a \"clock\", and does nothing while that is not set.", protects: .task)
            for entry in entries {
                let why = barred.refusal(of: entry.mode)
                read.check(why == nil, "schedule", why ?? "")
            }
            place = read.optionalPosition(
                "Where the door is: for the sun in \"schedule\", and to say when the light will "
                    + "change.")
            read.check(
                place != nil || !entries.contains { $0.span.needsPlace }, "schedule",
                "what goes by the sun needs \"latitude\" and \"longitude\"")
        }
    }
}
