import Core
import Devices

extension DroneNavigation {
    /// What the pilot can be asked for.
    package enum Request: PluginRequest {
        case target(Position, altitudeMetres: Double?)
        case takeOff, land, hover, reset

        package static let declarations: [RequestDeclaration<Request>] = [
            .init("target", "Fly there, and on, until told otherwise.", TargetArguments.self) {
                .target($0.position, altitudeMetres: $0.altitudeMetres)
            },
            .init(
                "takeoff", "Take off: to the target that was sent, the mission, or hover.", .takeOff
            ),
            .init("land", "Land where it is, whatever it is doing.", .land, isUrgent: true),
            .init("hover", "Stay where it is; the mission is given up.", .hover),
            .init("reset", "End an emergency of the aircraft, on the ground.", .reset),
        ]
    }

    private struct TargetArguments: PluginSettings {
        let position: Position
        let altitudeMetres: Double?

        init(_ read: SettingsReader) {
            let latitude = read(
                required: "latitude", .number(-90...90),
                "In degrees, WGS 84, positive to the north.")
            let longitude = read(
                required: "longitude", .number(-180...180),
                "In degrees, WGS 84, positive to the east.")
            altitudeMetres = read(
                optional: "altitude", .metres(0.5...100),
                "How high above the place of the take-off; as high as it is when left out.")
            // Within the ranges above there is always a position.
            position = Position(latitude: latitude, longitude: longitude) ?? .origin
        }
    }
}
