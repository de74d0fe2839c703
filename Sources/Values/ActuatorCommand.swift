/// What an actuator should do, for who knows the name of an output and not which kind of device is behind it.
package enum ActuatorCommand: Codable, Equatable, Sendable, CustomStringConvertible {
    case on, off
    case level(Level)
    case angle(Angle)
    case pattern(SwitchPattern)

    /// The kinds of commands of which it can be one, as ports name them.
    package var kinds: [String] {
        switch self {
        case .on, .off: [SwitchCommand.kind, Level.kind]
        case .level: [Level.kind]
        case .angle: [ServoCommand.kind]
        case .pattern: [SwitchCommand.kind]
        }
    }

    package var switchCommand: SwitchCommand? {
        switch self {
        case .on: .active
        case .off: .inactive
        case .pattern(let pattern): .pattern(pattern)
        case .level, .angle: nil
        }
    }

    package var levelCommand: Level? {
        switch self {
        case .on: .full
        case .off: .off
        case .level(let level): level
        case .angle, .pattern: nil
        }
    }

    package var servoCommand: ServoCommand? {
        guard case .angle(let angle) = self else { return nil }
        return .move(to: angle)
    }

    /// "on", "40 %", "90 deg"
    package var description: String {
        switch self {
        case .on: "on"
        case .off: "off"
        case .level(let level): level.description
        case .angle(let angle): "\(shortText(of: angle.degrees)) deg"
        case .pattern(.blink): "blink"
        case .pattern(let pattern): SwitchCommand.pattern(pattern).description
        }
    }
}
