import Core
import Settings
import Values

extension ARDrone {
    /// Something that the drone does once, because it is asked for by name.
    package enum Action: PluginRequest {
        /// Show something with the lamps, at a frequency in hertz and for whole seconds.
        case ledAnimation(LEDAnimation, hertz: Double, seconds: Int)
        /// Fly a figure; `nil` takes its default time.
        case flightAnimation(FlightAnimation, milliseconds: Int?)
        /// Have the front camera take one; its file is named by the time, which the driver adds.
        case photograph(at: WallTime?)
        case flatTrim
        case calibrateMagnetometer
        case resetEmergency
        /// Stop the motors at once. What flies falls.
        case cutMotors
        case readConfiguration
        /// Set one key of its configuration and read back what became of it.
        case configure(key: String, value: String)

        package static let declarations: [RequestDeclaration<Action>] = [
            .init(
                "led", "Show something with the lamps.", LEDArguments.self
            ) { .ledAnimation($0.animation, hertz: $0.hertz, seconds: $0.seconds) }
            .within(.seconds(10)),
            .init(
                "animate", "Fly a figure; a flip needs 1.5 m of height and 30 % of battery.",
                AnimateArguments.self, isHazardous: true
            ) { .flightAnimation($0.animation, milliseconds: $0.milliseconds) }
            .within(.seconds(25)),
            .init(
                "photograph", "Take a photograph with the front camera, and keep it on the drone.",
                .photograph(at: nil)
            )
            .within(.seconds(10)),
            .init(
                "trim", "Take the ground that it stands on for level.", .flatTrim,
                effect: .hazardous
            )
            .within(.seconds(10)),
            .init(
                "calibrate", "Turn on the spot, in flight, for the compass.",
                .calibrateMagnetometer,
                effect: .hazardous
            )
            .within(.seconds(30)),
            .init("reset-emergency", "End an emergency.", .resetEmergency, effect: .hazardous)
                .within(.seconds(10)),
            .init(
                "cut-motors", "Stop the motors at once, wherever it is: what flies falls.",
                .cutMotors, confirmation: "let-it-fall"
            ).within(.seconds(10)).momentary().alsoCalled("kill", "emergency"),
            .init("read-config", "Read its configuration again.", .readConfiguration)
                .within(.seconds(30)),
            .init(
                "set-config", "Set a key of its configuration, on the ground, and read it back.",
                KeyArguments.self, isHazardous: true
            ) { .configure(key: $0.key, value: $0.value) }
            .within(.seconds(30)),
        ]
    }
}

extension Event<ARDrone.Action> {
    /// One that needs to know the time, with the time.
    func dated(by wall: () -> WallTime?) -> Event {
        guard case .photograph(at: nil) = value else { return self }
        return Event(
            number: number, value: .photograph(at: wall()), postedAt: postedAt, origin: origin)
    }
}

private struct LEDArguments: PluginSettings {
    let animation: ARDrone.LEDAnimation
    let hertz: Double
    let seconds: Int

    init(_ read: SettingsReader) {
        animation = read(required: "show", .oneOf(.standard), "What to show.")
        hertz =
            read(
                optional: "hertz", .number(0.1...20),
                "How often a second; each has a usual frequency.")
            ?? animation.defaultHertz
        seconds = read("seconds", .integer(1...600), default: 3, "For how long.")
    }
}

private struct AnimateArguments: PluginSettings {
    let animation: ARDrone.FlightAnimation
    let milliseconds: Int?

    init(_ read: SettingsReader) {
        animation = read(required: "figure", .oneOf(.wave), "Which figure.")
        milliseconds = read(
            optional: "milliseconds", .integer(1...10_000),
            "How long it takes; each has a usual time.")
    }
}

private struct KeyArguments: PluginSettings {
    let key: String
    let value: String

    init(_ read: SettingsReader) {
        key = read(required: "key", .text("a key such as control:altitude_max"), "The key.")
            .lowercased()
        value = read(required: "value", .text("a text"), "What it is to be.")
    }
}
