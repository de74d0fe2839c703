import ARDrone
import Core
import Simulators
import Values

/// The driver's ends of the ports, and between them and the drone the driver's own decisions: the
/// datagrams alone are left out.
struct TrialDriver {
    private let flight: Source<FlightState>
    private let heading: Source<Heading>
    private let position: Source<Fix>
    private let pilot: Sink<FlightCommand>
    private let requests: EventQueue<ARDrone.Action>
    private var machine: ARDrone.FlightStateMachine
    private var latest: FlightTelemetry?
    private(set) var heardAt: Instant
    /// When the fix that was published last was taken, by the receiver's account.
    private var fixTakenAt: Instant?
    /// When a fix was published last.
    private(set) var fixHeardAt: Instant?

    init(_ ports: PortConnections, _ settings: ARDrone.Settings, at now: Instant) {
        flight = ports.source(ARDrone.flight)
        heading = ports.source(ARDrone.heading)
        position = ports.source(ARDrone.position)
        pilot = ports.sink(ARDrone.pilot)
        requests = ports.requests as? EventQueue<ARDrone.Action> ?? EventQueue()
        flight.setStaleAfter(ARDrone.DriverPorts.stateStaleAfter)
        heading.setStaleAfter(ARDrone.DriverPorts.stateStaleAfter)
        position.setStaleAfter(ARDrone.DriverPorts.fixStaleAfter)
        machine = ARDrone.FlightStateMachine(
            ARDrone.FlightStateMachine.Limits(settings), at: now)
        heardAt = now
    }

    /// The command given last, whether or not its lease lives.
    var lastCommand: FlightCommand? { pilot.last?.command }

    /// The fix that was heard last, for a log.
    var lastFix: Fix? { latest?.fix }

    /// Publishes what the drone says. A fix only once: it is sent with each packet until the next.
    mutating func receive(_ telemetry: FlightTelemetry, at now: Instant) {
        latest = telemetry
        heardAt = now
        flight.publish(telemetry.state, at: now)
        heading.publish(telemetry.heading, at: now)
        guard let fix = telemetry.fix else {
            return position.publishAbsent("the flight recorder has no fix", at: now)
        }
        guard telemetry.fixTakenAt != fixTakenAt else { return }
        fixTakenAt = telemetry.fixTakenAt
        fixHeardAt = now
        position.publish(fix, at: now)
    }

    /// Answers what the drone is asked for, as far as that is heard.
    ///
    /// - Returns: how many photographs were taken.
    mutating func takeRequests(isCameraReady: Bool, at now: Instant) -> Int {
        var photographs = 0
        for request in requests.drain(at: now)
        where now - heardAt < ARDrone.DriverPorts.stateStaleAfter {
            guard case .photograph = request.value, isCameraReady else {
                requests.respond(Response(to: request.number, .refused, "its camera is not ready"))
                continue
            }
            photographs += 1
            requests.respond(
                Response(to: request.number, .done, "it has acknowledged a photograph"))
        }
        return photographs
    }

    /// What is to be sent now; `nil` while nothing was heard from the drone.
    mutating func tick(at now: Instant) -> FlightControls? {
        guard let latest else { return nil }
        let silence = now - heardAt
        let observation: ARDrone.FlightStateMachine.Observation =
            silence >= ARDrone.DriverPorts.stateStaleAfter
            ? .lost(silence: silence)
            : .seen(latest.state.phase, obstacles: latest.state.armingFailures)
        // As the driver has it: it is not pulled from two sides.
        let hasRival = latest.state.driver?.hasRival ?? false
        let asked = pilot.current(at: now)
        var command = asked
        if hasRival, case .move = asked { command = .hover }
        let controls = machine.step(command, observation, at: now)
        return FlightControls(
            isUp: controls.isUp, resets: controls.beginsReset, motion: controls.motion)
    }
}
