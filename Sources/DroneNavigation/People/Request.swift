import Core
import Settings
import Values

extension DroneNavigation {
    /// What the pilot can be asked for.
    package enum Request: PluginRequest {
        case target(Position, altitudeMetres: Double?)
        /// Boxed, so that a request is small wherever it is handed on.
        indirect case fly(MissionSource)
        /// Keep so far from the leader.
        case follow(metres: Double)
        /// Where the leader was so long ago.
        case leader(Fix, age: Duration = .zero)
        case takeOff, arm, start, land, hover, resume, returnHome, reset

        /// Whether it ends what is armed: everything but that itself, and news that change nothing of what is to
        /// be flown.
        var disarms: Bool {
            switch self {
            case .leader, .arm, .start: false
            default: true
            }
        }

        package static let declarations: [RequestDeclaration<Request>] = [
            .init(
                "target", "Fly there, and on, until told otherwise.", TargetArguments.self,
                isHazardous: true
            ) {
                .target($0.position, altitudeMetres: $0.altitudeMetres)
            },
            .init(
                "takeoff", "Take off: to the target that was sent, the mission, or hover.",
                .takeOff,
                effect: .hazardous
            ).alsoCalled("take-off", "launch", "up"),
            .init(
                "arm", "On the ground, make ready for start, for armed_for; anything else disarms.",
                .arm, effect: .hazardous),
            .init(
                "start", "Armed, take off after start_delay as takeoff does.", .start,
                effect: .hazardous),
            .init("land", "Land where it is, whatever it is doing.", .land, effect: .safer)
                .momentary()
                .alsoCalled("stop", "abort", "down", "emergency", "kill"),
            .init(
                "fly", "Fly the mission of a file: now, or with the next take-off.",
                MissionArguments.self, isHazardous: true
            ) { .fly($0.source) },
            .init(
                "resume", "Go on with the mission where a failsafe or a restart stopped it.",
                .resume, effect: .hazardous
            ),
            .init(
                "follow", "Follow the leader, from the side it is on.", FollowArguments.self,
                isHazardous: true
            ) {
                .follow(metres: $0.metres)
            },
            .init(
                "leader", "Where the leader is; to be sent about once a second.",
                LeaderArguments.self, isHazardous: true
            ) { .leader($0.fix, age: $0.age) }.repeated(),
            .init("hover", "Stay where it is; the mission is given up.", .hover, effect: .safer)
                .alsoCalled("stop", "halt", "hold", "pause", "wait"),
            .init("return", "Fly home and land there.", .returnHome)
                .alsoCalled("rth", "rtl", "home", "back"),
            .init("reset", "End an emergency of the aircraft, on the ground.", .reset),
        ]
    }

    struct TargetArguments: PluginSettings {
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
        let age: Duration

        init(_ read: SettingsReader) {
            fix = Fix(
                position: read.position(),
                horizontalErrorMetres: read(
                    required: "accuracy", .metres(0.1...10_000),
                    "How far off it may be, as the phone or receiver says."))
            age = read(
                "age", .duration(.zero ... .seconds(60)), default: .zero,
                "How long ago that was measured.")
        }
    }

    private struct MissionArguments: PluginSettings {
        let source: MissionSource

        init(_ read: SettingsReader) {
            let file = read(
                required: "mission", .file(upTo: MissionSource.maxBytes),
                "The mission, in any format of docs/missions.md.", protects: .task)
            let altitude = read(
                "altitude", .metres(0.3...120), default: MissionSource.usualAltitudeMetres,
                "The height of a format that has none: GPX, coordinates.")
            source = MissionSource(file, altitudeMetres: altitude)
        }
    }
}
