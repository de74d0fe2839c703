import Core
import Devices
import Missions

/// Flies an aircraft from target to target by satellite position and compass heading.
///
/// The position must be that of the aircraft: the receiver has to fly with it. A computer on the
/// ground that knows only its own position cannot steer a drone, and must not be configured to.
///
/// The parts, each a value of its own: `Navigator` (the step), `Mission` (which targets),
/// `GuidanceLaw` (geometry to sticks), `Failsafes` (troubles to verdicts), `PreArmCheck`.
package enum DroneNavigation: PolicyPlugin {
    package typealias Logic = Navigator

    package static let name = "drone-navigation"
    package static let summary =
        "Flies an aircraft to GPS targets, obeys a remote, and hovers or lands when in doubt."
    package static let defaultPeriod = Duration.milliseconds(50)

    /// A class, since a step hands it on twice: copies would count up a reference for each port.
    package final class Ports: PolicyPorts {
        let flight: Source<FlightState>
        let position: Source<Fix>
        let heading: Source<Heading>
        let leader: Source<Fix>?
        let computer: Source<ComputerState>?
        let button: EventQueue<ButtonPress>
        let pilot: CommandWriter<FlightCommand>
        let lamp: CommandWriter<SwitchCommand>?
        let buzzer: CommandWriter<SwitchCommand>?
        let camera: RequestSender?
        let notices: NoticeBoard

        package init(_ port: PortReader) {
            notices = port.notices
            flight = port.input("flight", "What the aircraft says it is doing.")
            position = port.input("position", "Where the aircraft is; the receiver rides on it.")
            heading = port.input("heading", "Where its nose points.")
            leader = port.input(
                optional: "leader", "Where the one is who is followed: a receiver in the hand.")
            computer = port.input(
                optional: "computer", "How the computer is that flies it; \"computer\" tells it.")
            button = port.events(
                "button", required: false,
                "Held it arms, pressed then it starts; in the air it stops, then lands.")
            pilot = port.output("pilot", "What the aircraft is to do.")
            lamp = port.output(optional: "lamp", "Tells how it is, in flashes to count.")
            buzzer = port.output(optional: "buzzer", "Tells when somebody should look.")
            camera = port.requestSender(
                "camera", of: [Photographs.request], required: false,
                "Who takes the photographs of a mission: the drone itself.")
        }
    }

    package struct Inputs: Codable, Sendable {
        package let flight: Sample<FlightState>
        package let position: Sample<Fix>
        package let heading: Sample<Heading>
        /// `nil` where no receiver tells it.
        package let leader: Sample<Fix>?
        /// `nil` where nothing tells it.
        package let computer: Sample<ComputerState>?
        package let requests: [Event<Request>]
        package let presses: [Event<ButtonPress>]
        /// What became of photographs that were asked for; `nil` where there is no camera.
        package let photographs: [Response]?
        /// What the service says; `nil` where there is nothing to say.
        package var notices: ServiceNotices?

        package init(
            flight: Sample<FlightState>, position: Sample<Fix>, heading: Sample<Heading>,
            leader: Sample<Fix>? = nil, computer: Sample<ComputerState>? = nil,
            requests: [Event<Request>] = [], presses: [Event<ButtonPress>] = [],
            photographs: [Response]? = nil, notices: ServiceNotices? = nil
        ) {
            self.notices = notices
            self.flight = flight
            self.position = position
            self.heading = heading
            self.leader = leader
            self.computer = computer
            self.requests = requests
            self.presses = presses
            self.photographs = photographs
        }
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

    package static func gather(
        _ ports: Ports, _ requests: [Event<Request>], at now: Instant
    ) -> Inputs {
        Inputs(
            flight: ports.flight.latest(at: now), position: ports.position.latest(at: now),
            heading: ports.heading.latest(at: now), leader: ports.leader?.latest(at: now),
            computer: ports.computer?.latest(at: now), requests: requests,
            presses: ports.button.drain(at: now),
            photographs: ports.camera?.takeResponses(at: now), notices: ports.notices.latest)
    }

    package static func deliver(
        _ outputs: Outputs, to ports: Ports, at now: Instant, until expiry: Instant
    ) {
        ports.pilot.send(outputs.pilot, until: expiry)
        ports.lamp?.send(outputs.signal.lamp, until: expiry)
        ports.buzzer?.send(outputs.signal.buzzer, until: expiry)
        if let photograph = outputs.photograph { ports.camera?.send(photograph) }
    }

    /// A mission of the configuration that nobody could fly whole, and a receiver that may stay on the ground.
    package static func conflicts(
        _ settings: Settings, connected: BoundPorts
    ) -> [SettingConflict] {
        var conflicts: [SettingConflict] = []
        let takesPhotographs = MissionCandidate(settings.mission)?.draft.takesPhotographs ?? false
        if takesPhotographs, !connected.contains("camera") {
            conflicts.append(
                SettingConflict(
                    "outputs", "its mission takes photographs: that needs a \"camera\", the drone"))
        }
        // The aircraft's own receiver cannot be elsewhere.
        if !settings.sensors.ridesAlong, !connected.share("position", "flight") {
            conflicts.append(
                SettingConflict(
                    "receiver_rides_on_aircraft",
                    "must be true where \"position\" comes from another driver than \"flight\": that "
                        + "receiver must fly with the aircraft, for one on the ground lets it fly away"
                ))
        }
        return conflicts
    }
}
