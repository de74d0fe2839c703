import Devices

/// What a person asks of an aircraft itself, and of which.
///
/// `{"request": "act", "action": "led", "show": "fire", "hertz": 9, "seconds": 3}`, and the
/// actions `animate` ("figure", perhaps "milliseconds"), `trim`, `calibrate`, `reset`, `cut-motors`,
/// `read-config` and `set-config` ("key", "value"). A "driver" is needed where there are several.
package struct ActionRequest: Equatable, Sendable {
    /// The driver by its name in the configuration; `nil` for the only one.
    package let driver: String?
    package let action: AircraftAction.Action

    /// Every action by its word.
    package static let words = [
        "led", "animate", "trim", "calibrate", "reset", "cut-motors", "read-config", "set-config",
    ]

    package init(driver: String?, action: AircraftAction.Action) {
        self.driver = driver
        self.action = action
    }

    /// - Throws: what is wrong with it, for the sender.
    init(_ members: [String: JSONValue]) throws(ControlError) {
        var members = Members(members)
        driver = try members.text("driver")
        let word = try members.text("action") ?? ""
        action = try Self.action(word, &members)
        try members.expectEnd()
    }

    private static func action(
        _ word: String, _ members: inout Members
    ) throws(ControlError) -> AircraftAction.Action {
        switch word {
        case "led":
            let lights: AircraftAction.Lights = try members.word("show")
            return .show(
                lights, hertz: try members.number("hertz") ?? lights.usualHertz,
                seconds: try members.integer("seconds") ?? 3)
        case "animate":
            return .fly(
                try members.word("figure"), milliseconds: try members.integer("milliseconds"))
        case "trim": return .flatTrim
        case "calibrate": return .calibrateMagnetometer
        case "reset": return .resetEmergency
        case "cut-motors": return .cutMotors
        case "read-config": return .readConfiguration
        case "set-config":
            guard let key = try members.text("key"), let value = try members.text("value") else {
                throw ControlError("a configuration key is set with \"key\" and \"value\"")
            }
            return .configure(key: key.lowercased(), value: value)
        default:
            throw ControlError(
                "\"action\" must be one of \(words.joined(separator: ", ")), "
                    + "found \"\(word.prefix(40))\"")
        }
    }
}

/// The members of a request, taken one by one.
private struct Members {
    private var rest: [String: JSONValue]

    init(_ members: [String: JSONValue]) {
        rest = members
        rest["request"] = nil
    }

    mutating func text(_ key: String) throws(ControlError) -> String? {
        guard let value = rest.removeValue(forKey: key) else { return nil }
        guard case .string(let text) = value else {
            throw ControlError("\"\(key)\" must be a text, found \(value.inWords)")
        }
        return text
    }

    mutating func number(_ key: String) throws(ControlError) -> Double? {
        guard let value = rest.removeValue(forKey: key) else { return nil }
        guard case .number(let number) = value, number.isFinite else {
            throw ControlError("\"\(key)\" must be a number, found \(value.inWords)")
        }
        return number
    }

    mutating func integer(_ key: String) throws(ControlError) -> Int? {
        guard let number = try number(key) else { return nil }
        guard let integer = Int(exactly: number) else {
            throw ControlError("\"\(key)\" must be a whole number, found \(shortText(of: number))")
        }
        return integer
    }

    /// One of the words of an enumeration.
    mutating func word<Word: CaseIterable & RawRepresentable>(
        _ key: String
    ) throws(ControlError) -> Word where Word.RawValue == String {
        let text = try text(key) ?? ""
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue)
            let hint = suggestion(for: text, among: known)
            throw ControlError(
                "\"\(key)\" is none that there is: \"\(text.prefix(40))\".\(hint) "
                    + "Known: \(known.joined(separator: ", "))")
        }
        return word
    }

    func expectEnd() throws(ControlError) {
        guard let key = rest.keys.min() else { return }
        throw ControlError("unknown key \"\(key.prefix(40))\"")
    }
}
