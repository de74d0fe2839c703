import Core
import Values

extension DroneNavigation {
    package struct Inputs: PolicyInputs {
        package let flight: Sample<FlightState>
        package let position: Sample<Fix>
        package let heading: Sample<Heading>
        /// `nil` where no receiver tells it.
        package var leader: Sample<Fix>?
        /// `nil` where nothing tells it.
        package var computer: Sample<ComputerState>?
        package var requests: [Event<Request>] = []
        package var presses: [Event<ButtonPress>] = []
        /// What became of photographs that were asked for; `nil` where there is no camera.
        package var photographs: [Response]?
        /// What the service says; `nil` where there is nothing to say.
        package var notices: ServiceNotices?
    }

    package struct Outputs: PolicyOutputs {
        package let pilot: FlightCommand
        package let reason: Why
        package let responses: [Response]
        /// How far the mission is; `nil` when no target is being flown to.
        package let progress: Progress?
        package let signal: Signal
        package let photograph: OutgoingRequest?
        /// `nil` where there is nothing to tell, as in all steps of an earlier version.
        let told: [String]?
        package var notes: [String] { told ?? [] }
        /// A mission that begins by itself begins once: a take-off that nothing remembers could be
        /// done again by the next process.
        package var waitsForMemory: Bool { pilot == .takeOff }
    }
}

extension DroneNavigation.Inputs {
    package init(_ port: InputReader) {
        flight = port.sample("flight", "What the aircraft says it is doing.")
        position = port.sample("position", "Where the aircraft is; the receiver rides on it.")
        heading = port.sample("heading", "Where its nose points.")
        leader = port.sample(
            optional: "leader", "Where the one is who is followed: a receiver in the hand.")
        computer = port.sample(
            optional: "computer", "How the computer is that flies it; \"computer\" tells it.")
        presses = port.events(
            "button", required: false,
            "Held it arms, pressed then it starts; in the air it stops, then lands.")
        photographs = port.responses(of: "camera")
        notices = port.notices
        requests = port.requests()
    }
}

extension DroneNavigation.Outputs {
    package static func declare(_ port: OutputPorts<DroneNavigation.Outputs>) {
        port.command("pilot", "What the aircraft is to do.") { $0.pilot }
        port.command("lamp", required: false, "Tells how it is, in flashes to count.") {
            $0.signal.lamp
        }
        port.command("buzzer", required: false, "Tells when somebody should look.") {
            $0.signal.buzzer
        }
        port.request(
            "camera", of: [DroneNavigation.Photographs.request], required: false,
            "Who takes the photographs of a mission: the drone itself."
        ) { $0.photograph }
    }
}
