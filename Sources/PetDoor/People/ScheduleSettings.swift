import Almanac
import Core
import PolicyKit
import Settings
import Values

extension PetDoor {
    /// A part of each day in which the door is in a mode, whatever the light.
    struct ScheduleEntry: PluginSettings {
        let span: DailySpan
        let mode: Mode

        init(_ read: SettingsReader) {
            let from = read(required: "from", .timeOfDay, "When it begins.")
            let to = read(
                required: "to", .timeOfDay,
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
        /// Their parts of a day.
        let spans: [DailySpan]
        let place: Position?

        init(_ read: SettingsReader) {
            entries = read(
                "schedule", .list(of: .object(ScheduleEntry.self), count: 0...8), default: [],
                "Parts of the day with a mode of their own; where several apply, the first. It needs "
                    + "a \"clock\", and does nothing while that is not set.", protects: .task)
            spans = entries.map(\.span)
            place = read.optionalPosition(
                "Where the door is: for the sun in \"schedule\", and to say when the light will "
                    + "change.")
            read.check(
                place != nil || !entries.contains { $0.span.needsPlace }, "schedule",
                "what goes by the sun needs \"latitude\" and \"longitude\"")
        }
    }
}
