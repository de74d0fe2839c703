import Core
import Missions
import Values

/// What the pilot is asked for. Each request is done once, and each is answered.
extension DroneNavigation {
    typealias Reply = (isAccepted: Bool, message: String)

    mutating func handle(
        _ request: Event<DroneNavigation.Request>, in situation: Situation, by settings: Settings
    ) -> Response {
        if request.value.disarms {
            disarm(.askedOtherwise)
            waiting = nil
        }
        let (isAccepted, message) = reply(to: request, in: situation, by: settings)
        return Response(to: request.number, isAccepted ? .done : .refused, message)
    }

    private mutating func reply(
        to request: Event<DroneNavigation.Request>, in situation: Situation, by settings: Settings
    ) -> Reply {
        switch request.value {
        case .land: land()
        case .takeOff: takeOff(in: situation, by: settings)
        case .arm: armAsAsked(in: situation, by: settings)
        case .start: start(in: situation, by: settings)
        case .hover: hover(in: situation, by: settings)
        case .reset: reset(in: situation)
        case .target(let position, let altitude):
            fly(to: Waypoint(position, altitudeMetres: altitude), in: situation, by: settings)
        case .fly(let source): fly(source, in: situation, by: settings)
        case .resume: resume(in: situation, by: settings)
        case .returnHome: goHome(in: situation, by: settings)
        case .follow(let metres): follow(at: metres, in: situation, by: settings)
        case .leader(let fix, let age):
            hear(fix, at: request.postedAt - age, in: situation, by: settings)
        }
    }

    /// Always: in every phase, whatever is known of the aircraft.
    mutating func land() -> Reply {
        autoStarts = false
        nextMission = nil
        switch phase {
        case .grounded(.emergency):
            return (
                true,
                "its motors are off after an emergency; nobody knows where it came down: look for it"
            )
        case .grounded(.restarted):
            return (
                true, "it has started over in the air; nobody knows where it came down: look for it"
            )
        case .grounded, .armed, .countingDown:
            return (true, "it is on the ground and stays there")
        default: break
        }
        beginLanding(.person)
        return (true, "landing")
    }

    private mutating func takeOff(in situation: Situation, by settings: Settings) -> Reply {
        switch phase {
        case .listening, .grounded, .armed, .countingDown, .resetting: break
        case .takingOff: return (true, "it is taking off already")
        case .landing: return (false, "refused: it is landing; ask again when it has landed")
        case .flying, .holding, .hovering, .awaiting, .returning, .descending:
            return (false, "refused: it is in the air already")
        }
        autoStarts = false
        let planned = judgedForTakeOff(
            nextMission ?? settings.mission.candidate, in: situation, by: settings)
        let obstacles = obstacles(in: situation, by: settings) + planned.obstacles
        guard obstacles.isEmpty else {
            if phase.isGrounded { phase = .grounded(.takeOffRefused(obstacles)) }
            return (false, "take-off refused: \(list(obstacles))")
        }
        begin(planned.plan, in: situation, by: settings)
        return (true, planned.plan == nil ? "taking off, to hover" : "taking off")
    }

    mutating func hover(in situation: Situation, by settings: Settings) -> Reply {
        if let refusal = refusalInFlight(situation, by: settings) { return refusal }
        flight?.mission = nil
        if case .takingOff = phase { return (true, "it will hover when it is up") }
        allowOutsideFence(situation, by: settings)
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

    /// Why it cannot be told to stay in the air now.
    func refusalInFlight(_ situation: Situation, by settings: Settings) -> Reply? {
        switch phase {
        case .listening: return (false, "refused: nothing heard from the aircraft yet")
        case .grounded, .armed, .countingDown, .resetting:
            return (false, "refused: it is on the ground")
        // As its driver has it: whoever is below has seen it come down, and relies on that.
        case .landing(let cause):
            return (false, "refused: it is landing (\(cause)), and that is not taken back")
        // It would turn home again with the next step.
        case .returning(.trouble(let trouble), _)
        where FailsafeTable(settings).insistsOnReturn(for: trouble):
            return (false, "refused: it is flying home (\(trouble)); it can be told to land")
        case .takingOff, .flying, .holding, .hovering, .awaiting, .returning, .descending: break
        }
        return situation.flightTrouble.map { (false, "refused: \($0)") }
    }
}
