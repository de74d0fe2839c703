import JSON
import Settings
import Values

/// A command that a person can give by hand. A driver's sink of such commands can be switchable; a pilot is none.
package protocol HandCommand: DeviceValue {
    /// What such an output can be asked for, beside to end it.
    static var handRequests: [RequestDeclaration<HandWish<Self>>] { get }
    /// As what a home automation may show such an output, the usual one first.
    static var shownAs: [OutputForm] { get }

    /// The command as a person calls it: "on", "40 %".
    var handWords: String { get }
    /// The same for programs: `docs/status.md` has the keys.
    var handValue: JSONValue { get }
    /// What of it a driver may limit; `nil` where it is not a number.
    var handFigure: CommandedFigure? { get }
}

extension HandCommand {
    package var handFigure: CommandedFigure? { nil }
}

/// A figure of a command, in the unit of its quantity.
package struct CommandedFigure: Sendable {
    package let quantity: CommandedQuantity
    package let value: Double
}

/// What a person wants of an output.
package struct HandWish<Command: HandCommand>: Sendable {
    package let command: Command
    /// For how long; `nil` for as long as the file allows.
    package let time: Duration?
}

/// As what a home automation shows an output.
package enum OutputForm: String, Codable, CaseIterable, Sendable {
    case `switch`, light, fan, valve, cover, number
}

// MARK: The kinds

extension SwitchCommand: HandCommand {
    package static let handRequests: [RequestDeclaration<HandWish<SwitchCommand>>] = [
        .init("on", "Switch it on.", HandTime.self, isHazardous: true) {
            HandWish(command: .active, time: $0.time)
        },
        .init("off", "Switch it off.", HandTime.self, isHazardous: true) {
            HandWish(command: .inactive, time: $0.time)
        },
        .init("pattern", "Have it show a pattern.", HandPattern.self, isHazardous: true) {
            HandWish(command: .pattern($0.name.pattern), time: $0.time)
        },
    ]
    package static let shownAs: [OutputForm] = [.switch, .light, .fan, .valve]

    package var handWords: String {
        switch self {
        case .active: "on"
        case .inactive: "off"
        case .pattern(let pattern): pattern.name?.rawValue ?? description
        }
    }

    package var handValue: JSONValue {
        switch self {
        case .active: ["is_on": true]
        case .inactive: ["is_on": false]
        case .pattern: ["is_on": true, "pattern": .string(handWords)]
        }
    }
}

extension Level: HandCommand {
    package static let handRequests: [RequestDeclaration<HandWish<Level>>] = [
        .init("on", "Give all that there is.", HandTime.self, isHazardous: true) {
            HandWish(command: .full, time: $0.time)
        },
        .init("off", "Give nothing.", HandTime.self, isHazardous: true) {
            HandWish(command: .off, time: $0.time)
        },
        .init("level", "Give a share of all that there is.", HandLevel.self, isHazardous: true) {
            HandWish(command: $0.level, time: $0.time)
        },
    ]
    package static let shownAs: [OutputForm] = [.number, .light, .fan, .valve]

    package var handWords: String { description }
    package var handValue: JSONValue { ["is_on": .bool(ratio > 0), "ratio": .number(ratio)] }
}

extension ServoCommand: HandCommand {
    package static let handRequests: [RequestDeclaration<HandWish<ServoCommand>>] = [
        .init("angle", "Turn to an angle.", HandAngle.self, isHazardous: true) {
            HandWish(command: .move(to: $0.angle), time: $0.time)
        }
    ]
    package static let shownAs: [OutputForm] = [.number, .cover, .valve]

    package var handWords: String { description }

    package var handValue: JSONValue {
        switch self {
        case .move(let angle): ["degrees": .number(angle.degrees)]
        case .release: [:]
        }
    }

    package var handFigure: CommandedFigure? {
        guard case .move(let angle) = self else { return nil }
        return CommandedFigure(quantity: .angle, value: angle.degrees)
    }
}

// MARK: Their arguments

/// For how long.
private struct HandTime: PluginSettings {
    let time: Duration?

    init(_ read: SettingsReader) {
        time = read(
            optional: "for", .duration(.milliseconds(100)...SwitchableSettings.longestEver),
            "For how long; then it goes to its safe level. Left out: as long as \"longest\" of its file."
        )
    }
}

private struct HandPattern: PluginSettings {
    let name: SwitchPattern.Name
    let time: Duration?

    init(_ read: SettingsReader) {
        name = read(required: "pattern", .oneOf(.blink), "Which one.")
        time = HandTime(read).time
    }
}

private struct HandLevel: PluginSettings {
    let level: Level
    let time: Duration?

    init(_ read: SettingsReader) {
        level = Level(read(required: "level", .fraction(0...1), "How much.")) ?? .off
        time = HandTime(read).time
    }
}

private struct HandAngle: PluginSettings {
    let angle: Angle
    let time: Duration?

    init(_ read: SettingsReader) {
        angle = read(required: "angle", .angle(-360...360), "Where to.")
        time = HandTime(read).time
    }
}
