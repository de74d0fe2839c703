import Core
import Settings
import Values

/// One item of Roost's own format: a word for what to do, and what that needs.
struct RoostMissionItem: PluginSettings {
    enum Verb: String, CaseIterable {
        case takeOff = "take-off"
        case goTo = "go-to"
        case hover, turn
        case pointAt = "point-at"
        case pointAhead = "point-ahead"
        case photograph, follow, circle
        case returnHome = "return"
        case land
    }

    let verb: Verb
    private let given: MissionAction

    init(_ read: SettingsReader) {
        verb = read(required: "do", .oneOf(.land), "What to do.")
        given =
            switch verb {
            case .takeOff: .takeOff(altitudeMetres: Self.altitude(read, isRequired: true) ?? 0)
            case .goTo: .goTo(Self.waypoint(read))
            case .hover: .hover(Self.duration(read, "How long to stay."))
            case .turn: .turn(Self.turn(read))
            case .pointAt: .pointAt(RoostMissionPlace(read).position)
            case .pointAhead: .pointAhead
            case .photograph: .photograph
            case .follow: .follow(Self.following(read))
            case .circle: .figure(Self.circle(read))
            case .returnHome: .returnHome
            case .land: .land(at: Self.landingPlace(read))
            }
    }

    /// What it does, at the mission's speed where it has none of its own.
    func action(atMetresPerSecond speed: Double?) -> MissionAction {
        switch given {
        case .goTo(let waypoint):
            .goTo(
                Waypoint(
                    waypoint.position, altitudeMetres: waypoint.altitudeMetres,
                    metresPerSecond: waypoint.metresPerSecond ?? speed, hold: waypoint.hold))
        case .figure(let figure):
            .figure(
                Figure(
                    around: figure.center, radiusMetres: figure.radiusMetres, turns: figure.turns,
                    isClockwise: figure.isClockwise, altitudeMetres: figure.altitudeMetres,
                    metresPerSecond: figure.metresPerSecond ?? speed))
        default: given
        }
    }

    private static func waypoint(_ read: SettingsReader) -> Waypoint {
        Waypoint(
            RoostMissionPlace(read).position, altitudeMetres: altitude(read),
            metresPerSecond: speed(read),
            hold: read(
                "hold", .duration(.zero ... .seconds(3600)), default: .zero,
                "How long to stay there."))
    }

    private static func altitude(_ read: SettingsReader, isRequired: Bool = false) -> Double? {
        let summary = "Height above the ground it took off from."
        guard isRequired else { return read(optional: "altitude", .metres(0...1000), summary) }
        return read(required: "altitude", .metres(0...1000), summary)
    }

    private static func speed(_ read: SettingsReader) -> Double? {
        read(optional: "speed", .metresPerSecond(0.05...20), "Over ground.")
    }

    private static func duration(_ read: SettingsReader, _ summary: String) -> Duration {
        read(required: "for", .duration(.zero ... .seconds(3600)), summary)
    }

    private static func turn(_ read: SettingsReader) -> Turn {
        if read.isPresent("by") {
            return .by(
                read(required: "by", .angle(-360...360), "By how much; positive is clockwise."))
        }
        return .to(read(required: "to", .angle(0...360), "The heading, from true north."))
    }

    private static func following(_ read: SettingsReader) -> Following {
        Following(
            duration: duration(read, "How long to follow."),
            standoffMetres: read(
                "distance", .metres(2...200), default: 12, "How near to it may come."))
    }

    private static func circle(_ read: SettingsReader) -> Figure {
        let center = RoostMissionPlace(read).position
        let radius = read(required: "radius", .metres(1...1000), "From its middle.")
        let turns = read("turns", .number(0.1...100), default: 1, "How many times around.")
        let isClockwise = read("clockwise", .bool, default: true, "Seen from above.")
        return Figure(
            around: center, radiusMetres: radius, turns: turns, isClockwise: isClockwise,
            altitudeMetres: altitude(read), metresPerSecond: speed(read))
    }

    private static func landingPlace(_ read: SettingsReader) -> Position? {
        guard read.isPresent("latitude") || read.isPresent("longitude") else { return nil }
        return RoostMissionPlace(read).position
    }
}
