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
            position = read.position()
            altitudeMetres = read(
                optional: "altitude", .metres(0.5...100),
                "How high above the place of the take-off; as high as it is when left out.")
        }
    }
}
