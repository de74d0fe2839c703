import Core
import Devices

/// Bolts a passive pet door at night, in frost and in heat, and never on a doubt.
///
/// The parts, each a value of its own: `PetDoorController` (the step and the remote), `LockRule` (what light
/// and temperature ask for), `FlapMonitor` (whether the flap is proven shut), `BoltController` (the bolt,
/// and the switch that says where it really is). What fails, fails to unlocked: an animal left
/// outside in the cold is worse than a door left open.
package enum PetDoor: PolicyPlugin {
    package typealias Logic = PetDoorController

    package static let name = "pet-door"
    package static let summary =
        "Locks a pet door by light and temperature, obeys a remote, and unlocks when in doubt."
    package static let defaultPeriod = Duration.milliseconds(250)
    package static let ports: [PolicyPort] = [
        .input(light), .input(temperature),
        .input(latch, required: false), .input(flap, required: false),
        .input(boltState, required: false),
        .input(remote, required: false, defaultBinding: "remote"),
        .output(bolt),
    ]

    static let light = Port<LightLevel>("light", "How light it is outside.")
    static let temperature = Port<Temperature>("temperature", "How warm it is outside.")
    static let latch = Port<Contact>("latch", "The switch at the bolt: active when it is out.")
    static let flap = Port<Contact>("flap", "The switch at the flap: active when it is shut.")
    static let boltState = Port<ServoState>("bolt_state", "What was last asked of the servo.")
    static let remote = Port<DoorRequest>("remote", "What a person asks for.")
    static let bolt = Port<ServoCommand>("bolt", "Where the bolt is to go.")

    package struct Inputs: Codable, Sendable {
        package let light: Sample<LightLevel>
        package let temperature: Sample<Temperature>
        /// `nil` when there is no such switch, as opposed to one that does not answer.
        package let latch: Sample<Contact>?
        /// `nil` when there is no such switch.
        package let flap: Sample<Contact>?
        package let boltState: Sample<ServoState>
        package let remote: Sample<DoorRequest>

        package init(
            light: Sample<LightLevel>, temperature: Sample<Temperature>,
            latch: Sample<Contact>?, flap: Sample<Contact>?,
            boltState: Sample<ServoState>, remote: Sample<DoorRequest>
        ) {
            self.light = light
            self.temperature = temperature
            self.latch = latch
            self.flap = flap
            self.boltState = boltState
            self.remote = remote
        }
    }

    package struct Outputs: PolicyOutputs {
        /// `nil` leaves the bolt alone, wherever it is.
        package let bolt: ServoCommand?
        package let state: DoorState
        package let reason: Why
        package let answer: Answer?
    }

    /// One of the two places where the bolt can be.
    package enum Side: String, Codable, Sendable {
        case locked, unlocked

        var other: Side { self == .locked ? .unlocked : .locked }
    }

    /// What the door is, as measured and not as commanded.
    package enum DoorState: String, Codable, Sendable {
        /// Nothing has been measured and nothing commanded yet.
        case unknown
        case locked, unlocked, locking, unlocking
        /// It is to be locked, but may not be yet.
        case pending
        /// The bolt did not go where it should. It has been told to unlock.
        case jammed
    }

    package static func gather(from connections: PortConnections, at now: Instant) -> Inputs {
        Inputs(
            light: connections.sample(light, at: now),
            temperature: connections.sample(temperature, at: now),
            latch: connections.sampleIfConnected(latch, at: now),
            flap: connections.sampleIfConnected(flap, at: now),
            boltState: connections.sample(boltState, at: now),
            remote: connections.sample(remote, at: now))
    }

    package static func deliver(
        _ outputs: Outputs, through connections: PortConnections, until expiry: Instant
    ) {
        guard let command = outputs.bolt else { return }
        connections.sink(bolt).send(command, until: expiry)
    }
}
