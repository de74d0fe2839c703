import Core
import Devices

extension DroneNavigation {
    /// What the pilot can be asked for.
    package enum Request: PluginRequest {
        case target(Position, altitudeMetres: Double?)
        /// Boxed, so that a request is small wherever it is handed on.
        indirect case fly(MissionSource)
        /// Keep so far from the leader.
        case follow(metres: Double)
        /// Where the leader is.
        case leader(Fix)
        case takeOff, land, hover, resume, returnHome, reset

        /// Whether it only tells something, and changes nothing of what is to be flown.
        var isNews: Bool {
            if case .leader = self { true } else { false }
        }

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
            .init("follow", "Follow the leader, from the side it is on.", FollowArguments.self) {
                .follow(metres: $0.metres)
            },
            .init(
                "leader", "Where the leader is; to be told about once a second.",
                LeaderArguments.self
            ) { .leader($0.fix) },
            .init("hover", "Stay where it is; the mission is given up.", .hover),
            .init("return", "Fly home and land there.", .returnHome),
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

    private struct FollowArguments: PluginSettings {
        let metres: Double

        init(_ read: SettingsReader) {
            metres = read(
                "distance", .metres(2...200), default: 12, "How far from the leader it keeps.")
        }
    }

    private struct LeaderArguments: PluginSettings {
        let fix: Fix

        init(_ read: SettingsReader) {
            fix = Fix(
                position: read.position(),
                horizontalErrorMetres: read(
                    required: "accuracy", .metres(0.1...10_000),
                    "How far off it may be, as the phone or receiver says."))
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
