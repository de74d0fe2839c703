import Core
import Devices
import Passages

/// Bolts a passive pet door at night, in frost and heat where that is set, and never on a doubt.
///
/// The parts, each a value of its own: `PetDoorController` (the step and the remote), `LockRule` (what light
/// and temperature ask for), `FlapMonitor` (whether the flap is proven shut), `BoltController` (the bolt,
/// and the switch that says where it really is), `LockLimit` (how long it may be locked), `DayPlan` (what
/// the clock means), `Override` (what a person asked for), `PetWatch` (who is home), `PetWait` (how long it
/// waits for those who are not), `AlertBook` (what people are told). What fails,
/// fails to unlocked: an animal left outside in the cold is worse than a door left open.
package enum PetDoor: PolicyPlugin {
    package typealias Logic = PetDoorController

    package static let name = "pet-door"
    package static let summary =
        "Locks a pet door by light, temperature and schedule when all pets are home, obeys a remote, and "
        + "unlocks when in doubt."
    package static let defaultPeriod = Duration.milliseconds(250)

    /// A class, since a step hands it on twice: copies would count up a reference for each port.
    package final class Ports: PolicyPorts {
        let light: Source<LightLevel>
        let temperature: Source<Temperature>?
        let latch: Source<Contact>?
        let flap: Source<Contact>?
        let boltState: Source<ServoState>?
        let clock: Source<WallTime>?
        let tag: Source<TagPresence>?
        let flapInward: Source<Contact>?
        let flapOutward: Source<Contact>?
        let tunnel: Source<Contact>?
        let fire: Source<Contact>?
        let button: EventQueue<ButtonPress>
        let bolt: CommandWriter<ServoCommand>
        let lamp: CommandWriter<SwitchCommand>?
        let buzzer: CommandWriter<SwitchCommand>?
        let notices: NoticeBoard

        package init(_ port: PortReader) {
            light = port.input("light", "How light it is outside.")
            temperature = port.input(optional: "temperature", "How warm it is outside.")
            latch = port.input(optional: "latch", "The switch at the bolt: active when it is out.")
            flap = port.input(optional: "flap", "The switch at the flap: active when it is shut.")
            boltState = port.input(optional: "bolt_state", "What was last asked of the servo.")
            clock = port.input(
                optional: "clock",
                "What time it is, for the schedule and to say when it will change.")
            tag = port.input(
                optional: "tag",
                "The tag at the reader, for \"pets\"; reader_side says where that is.")
            flapInward = port.input(
                optional: "flap_inward", "A switch at the flap: active when it has swung inwards.")
            flapOutward = port.input(
                optional: "flap_outward",
                "A switch at the flap: active when it has swung outwards.")
            tunnel = port.input(
                optional: "tunnel",
                "A motion sensor or a light barrier: active while something is in the tunnel.")
            fire = port.input(
                optional: "fire", "The relay of a smoke detector: active while there is a fire.")
            button = port.events(
                "button", required: false,
                "A button for people: a press unlocks, held it goes by light and schedule again.")
            bolt = port.output("bolt", "Where the bolt is to go.")
            lamp = port.output(optional: "lamp", "Tells how the door is, in flashes to count.")
            buzzer = port.output(
                optional: "buzzer", "Tells for a minute when somebody should look.")
            notices = port.notices
        }
    }

    package struct Inputs: Codable, Sendable {
        package let light: Sample<LightLevel>
        /// `nil` when there is no thermometer.
        package let temperature: Sample<Temperature>?
        /// `nil` when there is no such switch, as opposed to one that does not answer.
        package let latch: Sample<Contact>?
        /// `nil` when there is no such switch.
        package let flap: Sample<Contact>?
        /// `nil` when the servo's own state is not connected.
        package let boltState: Sample<ServoState>?
        /// `nil` when there is no clock, as opposed to one that is not set.
        package var clock: Sample<WallTime>?
        /// `nil` when there is no reader, as opposed to one that sees no tag.
        package var tag: Sample<TagPresence>?
        /// `nil` when there are no such switches.
        package var flapInward: Sample<Contact>?
        package var flapOutward: Sample<Contact>?
        package var tunnel: Sample<Contact>?
        /// `nil` when there is no such contact, as opposed to one that does not answer.
        package var fire: Sample<Contact>?
        /// The driver of the servo has not answered lately; otherwise `nil`.
        package var isServoUnheard: Bool?
        /// Of the service; `nil` where it has nothing to say.
        package var notices: ServiceNotices?
        package var requests: [Event<Request>] = []
        package var presses: [Event<ButtonPress>] = []
    }

    package struct Outputs: PolicyOutputs {
        /// `nil` leaves the bolt alone, wherever it is.
        package let bolt: ServoCommand?
        package let state: DoorState
        /// Where the bolt is, as far as that is proven.
        package var stand = Stand.unknown
        /// What decides: a mode that was asked for or is scheduled, or `auto`.
        package let mode: Mode
        /// What lamp and buzzer tell.
        package var signal = Signal.unknown
        /// Where those that live here are; `nil` where nobody is named.
        package var pets: Whereabouts?
        /// What animals did at the flap since the step before.
        package var passages: [PassageNote] = []
        /// The last ten of those, the latest first.
        package var recent: [PassageNote] = []
        /// Of today.
        package var counts = PassageCounts()
        /// How often somebody pushed at the locked flap in the last ten minutes, and may have wanted in.
        package var knocks = 0
        /// What people should know of, as long as it stands.
        package var alerts: [Alert] = []
        /// Alerts to tell people of now: those that begin, and those that are over.
        package var news: [Alert] = []
        package let reason: Why
        package let responses: [Response]
        /// A lock that begins waits until it is counted; but never for longer than a card may take.
        package var waitsForMemory = false
        package var requiresMemory: Bool { false }
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
        /// The bolt did not go where it should: it is stuck out, or did not go out and was unlocked.
        case jammed
    }

    /// An actuator's driver tells its device everything again each second while somebody commands it.
    private static let servoAnswersWithin = Duration.milliseconds(1500)

    private static func isUnheard(_ bolt: CommandWriter<ServoCommand>, at now: Instant) -> Bool {
        bolt.answeredAt.map { now - $0 > servoAnswersWithin } ?? true
    }

    package static func gather(
        _ ports: Ports, _ requests: [Event<Request>], at now: Instant
    ) -> Inputs {
        Inputs(
            light: ports.light.latest(at: now), temperature: ports.temperature?.latest(at: now),
            latch: ports.latch?.latest(at: now), flap: ports.flap?.latest(at: now),
            boltState: ports.boltState?.latest(at: now), clock: ports.clock?.latest(at: now),
            tag: ports.tag?.latest(at: now), flapInward: ports.flapInward?.latest(at: now),
            flapOutward: ports.flapOutward?.latest(at: now),
            tunnel: ports.tunnel?.latest(at: now), fire: ports.fire?.latest(at: now),
            isServoUnheard: isUnheard(ports.bolt, at: now) ? true : nil,
            notices: ports.notices.latest,
            requests: requests, presses: ports.button.drain(at: now))
    }

    package static func deliver(
        _ outputs: Outputs, to ports: Ports, at now: Instant, until expiry: Instant
    ) {
        ports.lamp?.send(outputs.signal.lamp, until: expiry)
        ports.buzzer?.send(outputs.signal.buzzer, until: expiry)
        guard let command = outputs.bolt else { return }
        ports.bolt.send(command, until: expiry)
    }
}
