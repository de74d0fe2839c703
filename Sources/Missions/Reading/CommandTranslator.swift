import PlaceFiles
import Values

/// Makes the items of a mission of MAVLink's commands, as a multirotor takes them.
///
/// A command that it does not know, or a parameter that would change path, time, height or speed and
/// is not obeyed, is refused by name: a mission with a hole is another mission.
struct CommandTranslator {
    static let maxHoldSeconds = 3600.0

    var errors: MissionErrors
    private var items: [MissionDraft.Item] = []
    /// What the latest change of speed set.
    var metresPerSecond: Double?
    /// Where the latest item leads; `nil`: not known.
    var position: Position?
    /// How high above home; `nil`: not known.
    var altitude: Double?

    static func translate(
        _ commands: [MissionCommand], _ errors: inout MissionErrors
    ) -> [MissionDraft.Item] {
        var translator = CommandTranslator(errors: errors)
        for index in JumpExpansion.order(of: commands, &translator.errors) {
            translator.translate(commands[index])
        }
        errors = translator.errors
        return translator.items
    }

    private init(errors: MissionErrors) {
        self.errors = errors
    }

    private mutating func translate(_ command: MissionCommand) {
        if command.command == -1 { return addUnread(command) }
        if let reason = Self.fence(command.command) {
            errors.refuse(command.place, reason)
            return addUnread(command)
        }
        if !command.continues {
            errors.refuse(
                command.place,
                "waits for a person to go on (autocontinue 0), which nothing here does")
        }
        if MissionCommandName.payload[command.command] != nil { return translatePayload(command) }
        switch command.command {
        case 16, 18, 19, 20, 21, 22, 31, 93: translateNavigation(command)
        case 115, 178, 189, 195, 196, 197, 201: translateAction(command)
        default:
            errors.refuse(command.place, "\(Self.reason(for: command.command)), so it is not flown")
            addUnread(command)
        }
    }

    /// Files of ArduPilot's tools hold fences as missions: nothing of them is flown.
    private static func fence(_ command: Int) -> String? {
        switch command {
        case 5000...5005: "is a fence, and no part of a mission: fences are read from a .plan only"
        case 5100: "is a rally point, and no part of a mission: those are read from a .plan only"
        default: nil
        }
    }

    private static func reason(for command: Int) -> String {
        switch command {
        case 17: "it hovers for ever; NAV_LOITER_TIME has an end"
        case 82: "a curve is not flown, and a straight line is another path"
        case 112, 113, 114: "conditions are not waited for"
        case 179: "it moves the place to return to"
        default: "there is nothing here that does it"
        }
    }

    // MARK: For what takes the commands

    mutating func add(_ action: MissionAction, _ command: MissionCommand) {
        items.append(MissionDraft.Item(action: action, place: command.place))
    }

    mutating func addUnread(_ command: MissionCommand) {
        (position, altitude) = (nil, nil)
        items.append(MissionDraft.Item(action: nil, place: command.place))
    }

    /// Refuses a parameter that is set and would have to be obeyed; 0 and "not set" are not.
    mutating func needsUnset(_ number: Int, _ meaning: String, _ command: MissionCommand) {
        guard let value = command.own(number), value != 0 else { return }
        errors.refuse(
            command.place,
            "parameter \(number), \(meaning), is \(shortText(of: value)); it must be 0")
    }

    /// The place of a command; `nil`, with the reason told, where it is none.
    mutating func place(of command: MissionCommand) -> Position? {
        switch command.position {
        case .success(let position): return position
        case .failure(let problem):
            errors.refuse(command.place, problem.message)
            return nil
        }
    }

    /// The height of a command above the ground; `nil`, with the reason told, where it is none.
    mutating func altitude(of command: MissionCommand) -> Double? {
        guard command.altitude.isFinite else {
            errors.refuse(command.place, "has no height")
            return nil
        }
        switch command.frame {
        case 3, 6: return command.altitude
        case 10, 11:
            errors.warn(
                command.place, "a height above terrain is flown as if all ground were level")
            return command.altitude
        case 0, 5:
            let hint = command.altitude < 30 ? "; the number looks as if it already were" : ""
            errors.refuse(
                command.place,
                "\(metresText(command.altitude)) is above sea level (frame \(command.frame)), which no "
                    + "receiver knows well enough; write heights above home (frame 3)\(hint)")
        default:
            errors.refuse(
                command.place,
                "frame \(command.frame) is none in which places are read: 3, above home, is")
        }
        return nil
    }

    mutating func duration(_ seconds: Double?, _ command: MissionCommand) -> Duration? {
        let seconds = seconds ?? 0
        guard (0...Self.maxHoldSeconds).contains(seconds) else {
            errors.refuse(
                command.place,
                "stays for \(shortText(of: seconds)) s; it must be 0 to "
                    + "\(shortText(of: Self.maxHoldSeconds)) s")
            return nil
        }
        return .nanoseconds(Int64((seconds * 1e9).rounded()))
    }
}
