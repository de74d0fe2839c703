import Core
import Missions
import Settings
import Values

extension DroneNavigation {
    /// One place of the configuration to fly to.
    struct Target: PluginSettings, Equatable {
        let waypoint: Waypoint

        init(_ read: SettingsReader) {
            waypoint = Waypoint(
                read.position(),
                altitudeMetres: read(
                    optional: "altitude", .metres(0.3...120),
                    "Height above the ground it took off from; left out, it keeps the height it has."
                ),
                metresPerSecond: read(
                    optional: "speed", .metresPerSecond(0.05...20),
                    "Over ground; max_speed bounds it."),
                hold: read(
                    "hold", .duration(.zero ... .seconds(3600)), default: .zero,
                    "How long to stay there."))
        }
    }

    /// How far a mission is, for displays.
    package struct Progress: Codable, Equatable, Sendable {
        /// Counted from one.
        package let target: Int
        package let count: Int
        /// `nil` while the position is not known, and where it flies nowhere.
        package let distanceMetres: Double?
    }

    /// Which part of what is flown it is busy with, for people.
    package struct Stage: Codable, Equatable, Sendable, CustomStringConvertible {
        /// Counted from one.
        package let number: Int
        package let count: Int
        /// The mission's file; `nil` for targets.
        package let file: String?

        package init(_ number: Int, of count: Int, in file: String? = nil) {
            self.number = number
            self.count = count
            self.file = file
        }

        /// "target 2 of 4", "item 3 of 7 of garden.json"
        package var description: String {
            guard let file else { return "target \(number) of \(count)" }
            return "item \(number) of \(count) of \(file)"
        }
    }
}
