import Core
import Devices

extension DroneNavigation {
    /// What the pilot can be asked for.
    package enum Request: PluginRequest {
        case target(Position, altitudeMetres: Double?)
        /// Boxed, so that a request is small wherever it is handed on.
        indirect case fly(MissionSource)
        case takeOff, land, hover, resume, reset

        package static let declarations: [RequestDeclaration<Request>] = [
            .init("target", "Fly there, and on, until told otherwise.", TargetArguments.self) {
                .target($0.position, altitudeMetres: $0.altitudeMetres)
            },
            .init(
                "takeoff", "Take off: to the target that was sent, the mission, or hover.", .takeOff
            ),
            .init("land", "Land where it is, whatever it is doing.", .land, isUrgent: true),
            .init(
                "fly", "Fly the mission of a file: now, or with the next take-off.",
                MissionArguments.self
            ) { .fly($0.source) },
            .init(
                "resume", "Go on with the mission where a failsafe or a restart stopped it.",
                .resume
            ),
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

    private struct MissionArguments: PluginSettings {
        let source: MissionSource

        init(_ read: SettingsReader) {
            let file = read(
                required: "mission", .file(upTo: MissionSource.maxBytes),
                "The mission, in any format of docs/missions.md.")
            let altitude = read(
                "altitude", .metres(0.3...120), default: MissionSource.usualAltitudeMetres,
                "The height of a format that has none: GPX, coordinates.")
            source = MissionSource(file, altitudeMetres: altitude)
        }
    }
}
