import Devices

/// What can be asked over the control socket: one JSON object a line.
///
/// - `{"request": "status"}`
/// - `{"request": "send", "command": "target", "latitude": 52.5, "longitude": 13.4,
///   "altitude_m": 3}`, and the commands `takeoff`, `land`, `hover`, `reset`, `lock`, `unlock`,
///   `auto` without further keys.
/// - `{"request": "act", ...}`, see `ActionRequest`.
package enum ControlRequest: Equatable, Sendable {
    case status
    case flight(FlightRequest.Action)
    case door(DoorRequest.Action)
    case act(ActionRequest)

    /// The longest request in bytes: ten times what any needs.
    package static let maxLineBytes = 4096

    /// The heights that a target may have, in metres: what GPS flight by an AR.Drone can mean.
    package static let altitudeMetres = 0.5...100.0

    /// Reads a request.
    ///
    /// - Throws: what is wrong with it, for the sender. Nothing is half done.
    package init(line: [UInt8]) throws(ControlError) {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONValue(parsing: line)
        } catch {
            throw ControlError("a request is one JSON object on one line; \(error)")
        }
        guard case .object(let members) = json else {
            throw ControlError("expected a JSON object, found \(json.inWords)")
        }
        switch members["request"] {
        case .string("status"):
            try Self.allow(["request"], in: members)
            self = .status
        case .string("send"): self = try Self.command(members)
        case .string("act"): self = .act(try ActionRequest(members))
        case let other:
            throw ControlError(
                "\"request\" must be \"status\", \"send\" or \"act\", found \(other?.inWords ?? "nothing")"
            )
        }
    }

    private static func command(
        _ members: [String: JSONValue]
    ) throws(ControlError) -> ControlRequest {
        guard case .string(let word)? = members["command"] else {
            throw ControlError("\"command\" must be one of \(words.joined(separator: ", "))")
        }
        if word == "target" { return .flight(try target(members)) }
        try allow(["request", "command"], in: members)
        guard let request = plain(word) else {
            let hint = suggestion(for: word, among: words)
            throw ControlError(
                "no command is called \"\(word.prefix(40))\".\(hint) "
                    + "Known: \(words.joined(separator: ", "))")
        }
        return request
    }

    /// Every command by its word.
    package static let words = [
        "target", "takeoff", "land", "hover", "reset", "lock", "unlock", "auto",
    ]

    private static func plain(_ word: String) -> ControlRequest? {
        switch word {
        case "takeoff": .flight(.takeOff)
        case "land": .flight(.land)
        case "hover": .flight(.hover)
        case "reset": .flight(.reset)
        default: DoorRequest.Action(rawValue: word).map { .door($0) }
        }
    }

    private static func target(
        _ members: [String: JSONValue]
    ) throws(ControlError) -> FlightRequest.Action {
        try allow(["request", "command", "latitude", "longitude", "altitude_m"], in: members)
        guard case .number(let latitude)? = members["latitude"],
            case .number(let longitude)? = members["longitude"]
        else { throw ControlError("a target needs \"latitude\" and \"longitude\" as numbers") }
        guard let position = Position(latitude: latitude, longitude: longitude) else {
            throw ControlError(
                "latitude must be in -90...90 and longitude in -180...180, "
                    + "found \(shortText(of: latitude)), \(shortText(of: longitude))")
        }
        guard let altitude = members["altitude_m"] else {
            return .target(position, altitudeMetres: nil)
        }
        guard case .number(let metres) = altitude, altitudeMetres.contains(metres) else {
            throw ControlError(
                "\"altitude_m\" must be a number from \(altitudeMetres.lowerBound) to "
                    + "\(shortText(of: altitudeMetres.upperBound)), found \(altitude.inWords)")
        }
        return .target(position, altitudeMetres: metres)
    }

    private static func allow(
        _ known: [String], in members: [String: JSONValue]
    ) throws(ControlError) {
        for key in members.keys.sorted() where !known.contains(key) {
            throw ControlError(
                "unknown key \"\(key.prefix(40))\"; known: "
                    + known.joined(separator: ", "))
        }
    }
}

/// Why a request was refused, in words for the sender.
package struct ControlError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
