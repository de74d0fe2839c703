import Core
import Devices

/// `roost drone led|animate|trim|calibrate|reset|cut-motors`: things that a drone does once.
enum DroneActions {
    static let usage = """
        roost drone led WHAT [--hertz N] [--seconds N]
              lamps: \(list(AircraftAction.Lights.self))
        roost drone animate FIGURE [--milliseconds N]
              in flight; a flip needs 1.5 m of height and 30 % of battery:
              \(list(AircraftAction.Figure.self))
        roost drone trim            on the ground, level: what is level
        roost drone calibrate       in flight: turn on the spot for the compass
        roost drone reset           end an emergency
        roost drone cut-motors let-it-fall
              stop the motors at once, wherever it is
        """

    static let words = ["led", "animate", "trim", "calibrate", "reset", "cut-motors"]

    /// The word without which nobody's motors are cut.
    private static let confirmation = "let-it-fall"

    static func main(_ word: String, _ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words,
            valued: DroneConnection.options.union(["--hertz", "--seconds", "--milliseconds"]))
        let action = try action(word, arguments)
        return try DroneConnection.use(arguments) { line throws(CommandError) in
            try line.act(action)
        }
    }

    private static func action(
        _ word: String, _ arguments: Arguments
    ) throws(CommandError) -> [String: JSONValue] {
        var action: [String: JSONValue] = ["action": .string(word)]
        switch word {
        case "led":
            let lights: AircraftAction.Lights = try named(arguments)
            action["show"] = .string(lights.rawValue)
            action["hertz"] = try number("--hertz", arguments)
            action["seconds"] = try number("--seconds", arguments)
        case "animate":
            let figure: AircraftAction.Figure = try named(arguments)
            action["figure"] = .string(figure.rawValue)
            action["milliseconds"] = try number("--milliseconds", arguments)
        case "cut-motors":
            guard arguments.plain == [confirmation] else {
                throw .usage(
                    "this stops the motors wherever the drone is, and what flies falls. If that is "
                        + "what you want: roost drone cut-motors \(confirmation)")
            }
        default:
            guard arguments.plain.isEmpty else { throw .usage("\(word) takes no further words") }
        }
        return action
    }

    private static func named<Word: CaseIterable & RawRepresentable>(
        _ arguments: Arguments
    ) throws(CommandError) -> Word where Word.RawValue == String {
        let text = try arguments.single("one of: \(list(Word.self))")
        guard let word = Word(rawValue: text) else {
            let hint = suggestion(for: text, among: Word.allCases.map(\.rawValue))
            throw .usage("there is no \"\(text)\".\(hint) There are: \(list(Word.self))")
        }
        return word
    }

    private static func number(
        _ option: String, _ arguments: Arguments
    ) throws(CommandError) -> JSONValue? {
        guard let text = arguments[option] else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw .usage("\(option) must be a number, found \"\(text)\"")
        }
        return .number(number)
    }

    private static func list<Word: CaseIterable & RawRepresentable>(
        _ type: Word.Type
    ) -> String where Word.RawValue == String {
        type.allCases.map(\.rawValue).joined(separator: " ")
    }
}
