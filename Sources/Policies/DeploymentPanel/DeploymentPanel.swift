import Core
import Devices

/// Tells a person of a configuration that waits to be deployed, by lamp and buzzer, and takes the press that
/// allows it.
///
/// Whoever brings the configuration (`roost-stick`) offers it, waits until it is accepted, applies it and tells
/// the outcome. Nothing here reads or changes a configuration.
package enum DeploymentPanel: PolicyPlugin {
    package typealias Logic = Attendant

    package static let name = "deployment-panel"
    package static let summary =
        "Tells by lamp and buzzer of a configuration that is brought on a USB stick, and waits for the press of a "
        + "button."
    package static let defaultPeriod = Duration.milliseconds(100)

    package struct Ports: PolicyPorts {
        let button: EventQueue<ButtonPress>
        let lamp: CommandWriter<SwitchCommand>?
        let buzzer: CommandWriter<SwitchCommand>?

        package init(_ port: PortReader) {
            button = port.events(
                "button", "A press allows what is offered, and held it refuses that.")
            lamp = port.output(
                optional: "lamp", "Tells how much would change, in flashes to count.")
            buzzer = port.output(optional: "buzzer", "Tells the same to who does not look.")
        }
    }

    package struct Settings: PluginSettings {
        let answerWithin: Duration

        package init(_ read: SettingsReader) {
            answerWithin = read(
                "answer_within", .duration(.seconds(10) ... .seconds(600)), default: .seconds(120),
                "For so long an offer waits for a press. Then it is refused.", protects: .smaller)
        }
    }

    package struct Inputs: Codable, Sendable {
        package var presses: [Event<ButtonPress>] = []
        package var requests: [Event<Request>] = []
    }

    package struct Outputs: PolicyOutputs {
        package let signal: Signal
        package let reason: Why
        package let responses: [Response]
    }

    package static func gather(
        _ ports: Ports, _ requests: [Event<Request>], at now: Instant
    ) -> Inputs {
        Inputs(presses: ports.button.drain(at: now), requests: requests)
    }

    package static func deliver(
        _ outputs: Outputs, to ports: Ports, at now: Instant, until expiry: Instant
    ) {
        ports.lamp?.send(outputs.signal.lamp, until: expiry)
        ports.buzzer?.send(outputs.signal.buzzer, until: expiry)
    }

    /// It can only be seen and heard: without a lamp and a buzzer nobody would know what a press allows.
    package static func conflicts(
        _ settings: Settings, connected: BoundPorts
    ) -> [SettingConflict] {
        guard connected.names.isDisjoint(with: ["lamp", "buzzer"]) else { return [] }
        return [
            SettingConflict(
                "outputs", "needs a \"lamp\" or a \"buzzer\", or nobody knows what a press allows")
        ]
    }
}
