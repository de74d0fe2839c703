import Devices
import Missions

/// How the flight goes on from phase to phase.
extension DroneNavigation.Navigator {
    typealias Decision = (command: FlightCommand, reason: DroneNavigation.Why)

    mutating func proceed(
        _ verdict: DroneNavigation.Verdict, in situation: Situation
    ) -> Decision {
        if case .pause(let trouble, let landsIn) = verdict, phase.isNavigating {
            return (.hover, .paused(trouble, landsIn: landsIn, at: mission?.stage))
        }
        switch phase {
        case .listening: return (.hover, .listening(why: situation.silence))
        case .grounded(let why): return stayDown(why, in: situation)
        case .resetting(let since): return reset(since, in: situation)
        case .takingOff(let since, let hasLeft): return takeOff(since, hasLeft, in: situation)
        case .flying: return fly(in: situation)
        case .holding(let since): return hold(since, in: situation)
        case .hovering(let cause): return (.hover, .hovering(cause))
        case .awaiting(let cause, let since):
            return waitForAnswer(cause, since, verdict, in: situation)
        case .landing(let cause): return land(cause)
        }
    }

    mutating func land(_ cause: DroneNavigation.LandCause) -> Decision {
        phase = .landing(cause)
        mission = nil
        return (.land, .landing(cause))
    }

    private mutating func stayDown(
        _ why: DroneNavigation.OnGround, in situation: Situation
    ) -> Decision {
        guard autoStarts else {
            guard situation.flight != nil else {
                return (.land, .listening(why: situation.silence))
            }
            return (.land, .grounded(why))
        }
        let judged = judgedWhileWaiting(in: situation)
        let obstacles = gate.obstacles(in: situation) + (judged?.obstacles ?? [])
        guard obstacles.isEmpty else { return (.land, .waitingToTakeOff(obstacles)) }
        begin(judged?.plan, in: situation)
        return (.takeOff, .takingOff)
    }

    /// Leaves the ground; the gate has been asked.
    mutating func begin(_ mission: DroneNavigation.FlightPlan?, in situation: Situation) {
        autoStarts = false
        nextMission = nil
        waiting = nil
        self.mission = mission
        home = situation.position
        fences = home.flatMap { home in
            mission.map { FenceField($0.mission.fences, around: home) }
        }
        turn = nil
        speed = nil
        stops = []
        progressMonitor = DroneNavigation.ProgressMonitor()
        phase = .takingOff(since: situation.now, hasLeftGround: false)
    }

    private mutating func reset(_ since: Instant, in situation: Situation) -> Decision {
        guard situation.now - since < settings.takeOff.timeout else {
            ground(.emergency)
            return (.land, .grounded(.emergency))
        }
        return (.resetEmergency, .resetting)
    }

    /// Waits until the aircraft itself says that it is up, however long the climb takes.
    private mutating func takeOff(
        _ since: Instant, _ hasLeftGround: Bool, in situation: Situation
    ) -> Decision {
        switch situation.flight?.phase {
        case .hovering, .flying:
            phase = mission == nil ? .hovering(.noTarget) : .flying
            return proceed(.clear, in: situation)
        default: break
        }
        guard situation.now - since >= settings.takeOff.timeout else {
            return (.takeOff, .takingOff)
        }
        // Unless it surely stands on the ground it must be brought down.
        guard situation.flight?.phase == .landed else { return land(.takeOffTimeout) }
        ground(.takeOffFailed)
        return (.land, .grounded(.takeOffFailed))
    }

    private mutating func waitForAnswer(
        _ cause: DroneNavigation.AwaitCause, _ since: Instant, _ verdict: DroneNavigation.Verdict,
        in situation: Situation
    ) -> Decision {
        var left = settings.failsafes.timeout.answer - (situation.now - since)
        guard left > .zero else { return land(.nobodyAnswered) }
        // A trouble that goes on may land it sooner than the wait for an answer does.
        if case .stop(_, let landsIn) = verdict { left = min(left, landsIn) }
        return (.hover, .awaiting(cause, landsIn: left, at: mission?.stage))
    }
}
