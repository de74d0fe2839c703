import Core
import Devices

extension DroneNavigation {
    /// One place to fly to.
    struct Waypoint: PluginSettings, Equatable {
        let position: Position
        /// Above the ground that it took off from; `nil` keeps the altitude it has.
        let altitudeMetres: Double?
        /// How long to stay there.
        let hold: Duration

        init(position: Position, altitudeMetres: Double? = nil, hold: Duration = .zero) {
            self.position = position
            self.altitudeMetres = altitudeMetres
            self.hold = hold
        }

        init(_ read: SettingsReader) {
            position = read.position()
            altitudeMetres = read(
                optional: "altitude", .metres(0.3...120),
                "Height above the ground it took off from; left out, it keeps the height it has.")
            hold = read(
                "hold", .duration(.zero ... .seconds(3600)), default: .zero,
                "How long to stay there.")
        }
    }

    /// Targets in their order, and which of them is next.
    struct Mission: Equatable, Sendable {
        private let waypoints: [Waypoint]
        private let repeats: Bool
        /// What to do after the last target; hovering keeps watch over that place.
        let atEnd: AtEnd
        private(set) var current: Waypoint
        private var index = 0

        /// - Returns: `nil` when there is nowhere to fly.
        init?(_ waypoints: [Waypoint], repeats: Bool, atEnd: AtEnd) {
            guard let first = waypoints.first else { return nil }
            self.waypoints = waypoints
            self.repeats = repeats
            self.atEnd = atEnd
            current = first
        }

        /// The mission of the configuration.
        init?(_ settings: MissionSettings) {
            self.init(settings.targets, repeats: settings.repeats, atEnd: settings.atEnd)
        }

        /// A mission to the one target that a person sent: it stays there until told otherwise.
        init(to target: Waypoint) {
            waypoints = [target]
            repeats = false
            atEnd = .hover
            current = target
        }

        var all: [Waypoint] { waypoints }
        var count: Int { waypoints.count }
        /// Counted from one, as people do.
        var number: Int { index + 1 }

        /// Whether no other target follows.
        var isAtLast: Bool { !repeats && number == count }

        /// Goes on to the next target; `false` when the last was the last.
        mutating func advance() -> Bool {
            let next = index + 1 < waypoints.count ? index + 1 : 0
            guard next > 0 || repeats else { return false }
            index = next
            current = waypoints[next]
            return true
        }
    }

    /// How far a mission is, for displays.
    package struct Progress: Codable, Equatable, Sendable {
        /// Counted from one.
        package let target: Int
        package let count: Int
        /// `nil` while the position is not known.
        package let distanceMetres: Double?
    }
}
