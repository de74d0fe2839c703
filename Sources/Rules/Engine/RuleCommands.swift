import Settings
import Values

/// What goes to the outputs, by their names; `nil` where no rule commands them.
package struct RuleCommands: Equatable, Sendable {
    private let names: [String]
    private let commands: [ActuatorCommand?]

    init(_ names: [String], _ commands: [ActuatorCommand?]) {
        self.names = names
        self.commands = commands
    }

    package subscript(index: Int) -> ActuatorCommand? {
        index < commands.count ? commands[index] : nil
    }
}

/// As a person writes them: "on", "40 %", and "safe" where no rule commands an output.
extension RuleCommands: Codable {
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: NameKey.self)
        for (name, command) in zip(names, commands) {
            try values.encode(command?.words ?? "safe", forKey: NameKey(name))
        }
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: NameKey.self)
        var found: [(String, ActuatorCommand?)] = []
        for key in values.allKeys where !Word.isKept(key.stringValue) {
            let text = try values.decode(String.self, forKey: key)
            found.append((key.stringValue, text == "safe" ? nil : ActuatorCommand(words: text)))
        }
        // In the order in which a plan has them.
        found.sort { $0.0 < $1.0 }
        self.init(found.map(\.0), found.map(\.1))
    }
}

extension ActuatorCommand {
    /// As it is read again to the last bit.
    fileprivate var words: String {
        switch self {
        case .level(let level): Quantity.fraction.text(level.ratio)
        case .angle(let angle): Quantity.angle.text(angle.degrees)
        case .on, .off, .pattern: description
        }
    }
}
