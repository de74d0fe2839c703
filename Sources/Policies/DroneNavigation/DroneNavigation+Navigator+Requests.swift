import Core
import Devices

/// What the pilot is asked for. Each request is done once, and each is answered.
extension DroneNavigation.Navigator {
    private typealias Reply = (isAccepted: Bool, message: String)

    /// Lower than this the drone's ultrasound does not measure (25 cm), and grass is in the way.
    private static let lowestMetres = 0.5

    mutating func handle(
        _ request: Event<DroneNavigation.Request>, in situation: Situation
    ) -> Response {
        let (isAccepted, message) = reply(to: request.value, in: situation)
        return Response(to: request.number, isAccepted ? .done : .refused, message)
    }

    private mutating func reply(
        to request: DroneNavigation.Request, in situation: Situation
    ) -> Reply {
        switch request {
        case .land: land()
        case .takeOff: takeOff(in: situation)
        case .hover: hover(in: situation)
        case .reset: reset(in: situation)
        case .target(let position, let altitude):
            fly(
                to: DroneNavigation.Waypoint(position: position, altitudeMetres: altitude),
                in: situation)
        }
    }

    /// Always: in every phase, whatever is known of the aircraft.
    private mutating func land() -> Reply {
        autoStarts = false
        nextMission = nil
        mission = nil
        if case .grounded = phase { return (true, "it is on the ground and stays there") }
        phase = .landing(.person)
        return (true, "landing")
    }

    private mutating func takeOff(in situation: Situation) -> Reply {
        switch phase {
        case .listening, .grounded, .resetting: break
        case .takingOff: return (true, "it is taking off already")
        case .landing: return (false, "refused: it is landing; ask again when it has landed")
        case .flying, .holding, .hovering, .awaiting:
            return (false, "refused: it is in the air already")
        }
        autoStarts = false
        let planned = nextMission ?? DroneNavigation.Mission(settings.mission)
        let obstacles = gate.obstacles(in: situation, to: planned)
        guard obstacles.isEmpty else {
            if case .grounded = phase { phase = .grounded(.takeOffRefused(obstacles)) }
            return (false, "take-off refused: \(list(obstacles))")
        }
        begin(planned, in: situation)
        return (true, planned == nil ? "taking off, to hover" : "taking off")
    }

    private mutating func hover(in situation: Situation) -> Reply {
        if let refusal = refusalInFlight(situation) { return refusal }
        mission = nil
        if case .takingOff = phase { return (true, "it will hover when it is up") }
        allowOutsideFence(situation)
        phase = .hovering(.person)
        return (true, "hovering")
    }

    private mutating func reset(in situation: Situation) -> Reply {
        guard situation.flight?.phase == .emergency else {
            return (false, "refused: the aircraft reports no emergency")
        }
        phase = .resetting(since: situation.now)
        return (true, "resetting the emergency")
    }

    private mutating func fly(
        to target: DroneNavigation.Waypoint, in situation: Situation
    ) -> Reply {
        if let refusal = refusal(of: target, in: situation) { return refusal }
        let sent = DroneNavigation.Mission(to: target)
        if case .grounded = phase {
            autoStarts = false
            nextMission = sent
            return (true, "the target is set; ask for a take-off to fly there")
        }
        if let refusal = refusalInFlight(situation) { return refusal }
        if let trouble = situation.positionTrouble ?? situation.headingTrouble {
            return (false, "refused: \(trouble)")
        }
        mission = sent
        if case .takingOff = phase { return (true, "it will fly there when it is up") }
        allowOutsideFence(situation)
        // Stopped for want of progress it has another try; else a request begins nothing again.
        if case .awaiting = phase { progressMonitor = DroneNavigation.ProgressMonitor() }
        phase = .flying
        return (true, "flying to the target")
    }

    /// Why a target is no target, wherever the aircraft is now.
    private func refusal(of target: DroneNavigation.Waypoint, in situation: Situation) -> Reply? {
        let limits = settings.failsafes
        if let altitude = target.altitudeMetres {
            // Written so that a NaN is refused.
            guard altitude >= Self.lowestMetres, altitude <= limits.maxAltitudeMetres else {
                let limit = shortText(of: limits.maxAltitudeMetres)
                return (
                    false,
                    "refused: the altitude must be from \(shortText(of: Self.lowestMetres)) m to "
                        + "\(limit) m"
                )
            }
        }
        guard limits.fence, let centre = home ?? situation.position else { return nil }
        let metres = centre.distanceMetres(to: target.position)
        guard !(metres <= limits.fenceRadiusMetres) else { return nil }
        return (
            false,
            "refused: the target is \(fixedText(of: metres, decimals: 0)) m away, "
                + "the fence is at \(shortText(of: limits.fenceRadiusMetres)) m"
        )
    }

    /// Why it cannot be told to stay in the air now.
    private func refusalInFlight(_ situation: Situation) -> Reply? {
        switch phase {
        case .listening: return (false, "refused: nothing heard from the aircraft yet")
        case .grounded, .resetting: return (false, "refused: it is on the ground")
        // As its driver has it: whoever is below has seen it come down, and relies on that.
        case .landing(let cause):
            return (false, "refused: it is landing (\(cause)), and that is not taken back")
        case .takingOff, .flying, .holding, .hovering, .awaiting: break
        }
        return situation.flightTrouble.map { (false, "refused: \($0)") }
    }
}
