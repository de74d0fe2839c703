import ARDrone
import CommandKit
import Core
import JSON

/// `roost drone led|animate|photograph|trim|calibrate|reset|cut-motors`: things that a drone does once.
///
/// Each is a request of the drone's driver; the words here are a shorter way to ask.
enum DroneActions {
    static let usage = """
        roost drone led WHAT [--hertz N] [--seconds N]
              lamps: \(list(ARDrone.LEDAnimation.self))
        roost drone animate FIGURE [--milliseconds N]
              in flight; a flip needs 1.5 m of height and 30 % of battery:
              \(list(ARDrone.FlightAnimation.self))
        roost drone photograph      with the front camera; the drone keeps it
        roost drone trim            on the ground, level: what is level
        roost drone calibrate       in flight: turn on the spot for the compass
        roost drone reset           end an emergency
        roost drone cut-motors let-it-fall
              stop the motors at once, wherever it is
        """

    static let words = ["led", "animate", "photograph", "trim", "calibrate", "reset", "cut-motors"]

    /// The word without which nobody's motors are cut.
    private static let confirmation = "let-it-fall"

    static func main(_ word: String, _ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words,
            options: DroneConnection.options.union(["--hertz", "--seconds", "--milliseconds"])
        )
        let (name, members) = try request(word, arguments)
        return try DroneConnection.use(arguments) { line throws(CommandError) in
            try line.act(name, members)
        }
    }

    private static func request(
        _ word: String, _ arguments: Arguments
    ) throws(CommandError) -> (name: String, arguments: [String: JSONValue]) {
        var members: [String: JSONValue] = [:]
        switch word {
        case "led":
            members["show"] = .string(try arguments.single("what the lamps show"))
            members["hertz"] = try arguments.number("--hertz").map(JSONValue.number)
            members["seconds"] = try arguments.number("--seconds").map(JSONValue.number)
        case "animate":
            members["figure"] = .string(try arguments.single("a figure"))
            members["milliseconds"] = try arguments.number("--milliseconds").map(JSONValue.number)
        case "cut-motors":
            guard arguments.positional == [confirmation] else {
                throw .usage(
                    "this stops the motors wherever the drone is, and what flies falls. If that is "
                        + "what you want: roost drone cut-motors \(confirmation)")
            }
            members["confirm"] = .string(confirmation)
        default:
            guard arguments.positional.isEmpty else {
                throw .usage("\(word) takes no further words")
            }
        }
        return (word == "reset" ? "reset-emergency" : word, members)
    }

    private static func list<Word: CaseIterable & RawRepresentable>(
        _ type: Word.Type
    ) -> String where Word.RawValue == String {
        type.allCases.map(\.rawValue).joined(separator: " ")
    }
}
