import Core
import Settings
import Values

/// The law of the navigator app that Roost replaces, to be compared with: the nose to the place, then the stick
/// forward at a fifth of its way, by the latest fix and the compass alone. It has the app's figures (gains, cone, deadband, altitude
/// tolerance) and no failsafe; without a fresh fix or heading it hovers.
package struct TurnThenGo: Policy {
    package static let name = "turn-then-go"
    package static let summary = "The law of the app before Roost, for comparison."
    package static let defaultPeriod = Duration.milliseconds(50)

    private static let maxAge = Duration.seconds(2)
    private static let arrivalTime = Duration.seconds(1)
    private static let altitudeToleranceMetres = 0.3
    private static let yawPerDegree = 0.01
    private static let deadbandDegrees = 2.0
    private static let coneDegrees = 45.0
    private static let forward = 0.2
    private static let climbPerMetre = 0.5
    private static let maxClimb = 0.5

    package enum Request: String, PluginRequest {
        case takeOff = "takeoff"
        case land

        package static let declarations: [RequestDeclaration<Request>] = [
            .init("takeoff", "Take off and fly to the places.", .takeOff, effect: .hazardous),
            .init("land", "Land where it is.", .land, effect: .safer),
        ]
    }

    package struct Settings: PluginSettings {
        let targets: [Target]
        let arrivalRadiusMetres: Double

        package init(_ read: SettingsReader) {
            targets = read(
                "targets", .list(of: .object(Target.self), count: 1...200), default: [],
                "Where to fly, in this order.")
            arrivalRadiusMetres = read(
                "arrival_radius", .metres(0.2...50), default: 3,
                "A place counts as reached when it is this near.")
        }
    }

    package struct Target: PluginSettings, Equatable {
        let position: Position
        let altitudeMetres: Double

        package init(_ read: SettingsReader) {
            position = read.position()
            altitudeMetres = read(
                required: "altitude", .metres(0.3...120), "Height above the ground.")
        }
    }

    package struct Inputs: PolicyInputs {
        let flight: Sample<FlightState>
        let position: Sample<Fix>
        let heading: Sample<Heading>
        let requests: [Event<Request>]
    }

    package struct Outputs: PolicyOutputs {
        let pilot: FlightCommand
        package let reason: Why
        package let responses: [Response]
    }

    package enum Why: String, Reason {
        case grounded, flying, holding, landing, lost
        case takingOff = "taking-off"
        /// As the navigator says it, so that both are counted alike.
        case landedMissionDone = "landed-mission-done"

        package var code: String { rawValue }
        package var description: String { rawValue }
    }

    private enum Phase: Equatable {
        case grounded, takingOff, landing
        /// It has come down after its last target.
        case done
        case landingAfterLast
        /// To the target of this number, counted from zero.
        case flying(Int)
    }

    private var phase = Phase.grounded
    private var arrivedAt: Instant?

    package init(settings: Settings) {}

    package mutating func step(
        _ inputs: Inputs, by settings: Settings, at now: Instant
    ) -> Outputs {
        let responses = inputs.requests.map { handle($0, inputs, at: now) }
        let (command, why) = decide(inputs, by: settings, at: now)
        return Outputs(pilot: command, reason: why, responses: responses)
    }

    private mutating func handle(
        _ request: Event<Request>, _ inputs: Inputs, at now: Instant
    ) -> Response {
        switch request.value {
        case .land:
            if phase != .grounded, phase != .done { phase = .landing }
        case .takeOff:
            guard inputs.flight.good?.phase == .landed, place(inputs, at: now) != nil else {
                return Response(to: request.number, .refused, "not ready")
            }
            phase = .takingOff
        }
        return Response(to: request.number, .done, "")
    }

    private mutating func decide(
        _ inputs: Inputs, by settings: Settings, at now: Instant
    ) -> (FlightCommand, Why) {
        let reported = inputs.flight.good?.phase
        switch phase {
        case .grounded: return (.land, .grounded)
        case .done: return (.land, .landedMissionDone)
        case .takingOff:
            guard reported == .hovering || reported == .flying else {
                return (.takeOff, .takingOff)
            }
            phase = .flying(0)
            return (.hover, .flying)
        case .flying(let index):
            if reported == .landed { phase = .grounded }
            guard index < settings.targets.count else {
                phase = .landingAfterLast
                return (.land, .landing)
            }
            return fly(to: settings.targets[index], index, inputs, by: settings, at: now)
        case .landing:
            if reported == .landed { phase = .grounded }
            return (.land, .landing)
        case .landingAfterLast:
            if reported == .landed { phase = .done }
            return (.land, .landing)
        }
    }

    private mutating func fly(
        to target: Target, _ index: Int, _ inputs: Inputs, by settings: Settings, at now: Instant
    ) -> (FlightCommand, Why) {
        guard let (position, nose) = place(inputs, at: now), let flight = inputs.flight.good else {
            return (.hover, .lost)
        }
        let metres = position.distanceMetres(to: target.position)
        let missing = target.altitudeMetres - flight.altitudeMetres
        let isHighEnough = abs(missing) <= Self.altitudeToleranceMetres
        let climb =
            isHighEnough
            ? 0 : min(Self.maxClimb, max(-Self.maxClimb, missing * Self.climbPerMetre))
        guard metres >= settings.arrivalRadiusMetres else {
            guard isHighEnough else { return (.move(StickPosition(climb: climb)), .flying) }
            let since = arrivedAt ?? now
            arrivedAt = since
            if now - since >= Self.arrivalTime {
                arrivedAt = nil
                phase = .flying(index + 1)
            }
            return (.hover, .holding)
        }
        arrivedAt = nil
        let turn = (position.bearing(to: target.position) - nose).wrapped.degrees
        let yaw = abs(turn) > Self.deadbandDegrees ? turn * Self.yawPerDegree : 0
        let forward = abs(turn) < Self.coneDegrees ? Self.forward : 0
        return (.move(StickPosition(forward: forward, climb: climb, yaw: yaw)), .flying)
    }

    private func place(_ inputs: Inputs, at now: Instant) -> (position: Position, nose: Angle)? {
        guard let fix = inputs.position.good, inputs.position.age(at: now) <= Self.maxAge,
            let heading = inputs.heading.good, inputs.heading.age(at: now) <= Self.maxAge,
            heading.angle.degrees.isFinite
        else { return nil }
        return (fix.position, heading.angle)
    }
}

extension TurnThenGo.Inputs {
    package init(_ port: InputReader) {
        flight = port.sample("flight", "The aircraft's own report.")
        position = port.sample("position", "Where it is.")
        heading = port.sample("heading", "Where its nose points.")
        requests = port.requests()
    }
}

extension TurnThenGo.Outputs {
    package static func declare(_ port: OutputPorts<TurnThenGo.Outputs>) {
        port.command("pilot", "The command for the aircraft.") { $0.pilot }
    }
}
