import Core
import Values

extension PetDoor {
    package struct Inputs: PolicyInputs {
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
}

extension PetDoor.Inputs {
    /// An actuator's driver tells its device everything again each second while somebody commands it.
    private static let servoAnswersWithin = Duration.milliseconds(1500)

    package init(_ port: InputReader) {
        light = port.sample("light", "How light it is outside.")
        temperature = port.sample(optional: "temperature", "How warm it is outside.")
        latch = port.sample(optional: "latch", "The switch at the bolt: active when it is out.")
        flap = port.sample(optional: "flap", "The switch at the flap: active when it is shut.")
        boltState = port.sample(optional: "bolt_state", "What was last asked of the servo.")
        clock = port.sample(
            optional: "clock",
            "What time it is, for the schedule and to say when it will change.")
        tag = port.sample(
            optional: "tag", "The tag at the reader, for \"pets\"; reader_side says where that is.")
        flapInward = port.sample(
            optional: "flap_inward", "A switch at the flap: active when it has swung inwards.")
        flapOutward = port.sample(
            optional: "flap_outward", "A switch at the flap: active when it has swung outwards.")
        tunnel = port.sample(
            optional: "tunnel",
            "A motion sensor or a light barrier: active while something is in the tunnel.")
        fire = port.sample(
            optional: "fire", "The relay of a smoke detector: active while there is a fire.")
        presses = port.events(
            "button", required: false,
            "A button for people: a press unlocks, held it goes by light and schedule again.")
        let answeredAt = port.lastAnswer(of: "bolt", ServoCommand.self)
        let isUnheard = answeredAt.map { port.now - $0 > Self.servoAnswersWithin } ?? true
        isServoUnheard = isUnheard ? true : nil
        notices = port.notices
        requests = port.requests()
    }
}

extension PetDoor.Outputs {
    package static func declare(_ port: OutputPorts<PetDoor.Outputs>) {
        port.command("bolt", "Where the bolt is to go.") { $0.bolt }
        port.command("lamp", required: false, "Tells how the door is, in flashes to count.") {
            $0.signal.lamp
        }
        port.command("buzzer", required: false, "Tells for a minute when somebody should look.") {
            $0.signal.buzzer
        }
    }
}
