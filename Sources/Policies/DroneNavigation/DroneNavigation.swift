import Core
import Devices

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
    package static let ports: [PolicyPort] = [
        .input(flight), .input(position), .input(heading),
        .input(remote, required: false, defaultBinding: "remote"),
        .output(pilot),
    ]

    static let flight = Port<FlightState>("flight", "What the aircraft says it is doing.")
    static let position = Port<Fix>("position", "Where the aircraft is; the receiver rides on it.")
    static let heading = Port<Heading>("heading", "Where its nose points.")
    static let remote = Port<FlightRequest>("remote", "What a person asks for.")
    static let pilot = Port<FlightCommand>("pilot", "What the aircraft is to do.")

    package struct Inputs: Codable, Sendable {
        package let flight: Sample<FlightState>
        package let position: Sample<Fix>
        package let heading: Sample<Heading>
        package let remote: Sample<FlightRequest>

        package init(
            flight: Sample<FlightState>, position: Sample<Fix>, heading: Sample<Heading>,
            remote: Sample<FlightRequest>
        ) {
            self.flight = flight
            self.position = position
            self.heading = heading
            self.remote = remote
        }
    }

    package struct Outputs: PolicyOutputs {
        package let pilot: FlightCommand
        package let reason: Why
        package let answer: Answer?
        /// How far the mission is; `nil` when no target is being flown to.
        package let progress: Progress?
    }

    package static func gather(from connections: PortConnections, at now: Instant) -> Inputs {
        Inputs(
            flight: connections.sample(flight, at: now),
            position: connections.sample(position, at: now),
            heading: connections.sample(heading, at: now),
            remote: connections.sample(remote, at: now))
    }

    package static func deliver(
        _ outputs: Outputs, through connections: PortConnections, until expiry: Instant
    ) {
        connections.sink(pilot).send(outputs.pilot, until: expiry)
    }
}
