import Devices

/// How the flight goes on from phase to phase.
extension DroneNavigation.Navigator {
    typealias Decision = (command: FlightCommand, reason: DroneNavigation.Why)

    mutating func proceed(
        _ verdict: DroneNavigation.Verdict, in situation: Situation
    ) -> Decision {
        if case .pause(let trouble, let landsIn) = verdict, phase.isNavigating {
            return (.hover, .paused(trouble, landsIn: landsIn))
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

    private mutating func land(_ cause: DroneNavigation.LandCause) -> Decision {
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
        let configured = DroneNavigation.Mission(settings.mission)
        let obstacles = gate.obstacles(in: situation, to: configured)
        guard obstacles.isEmpty else { return (.land, .waitingToTakeOff(obstacles)) }
        begin(configured, in: situation)
        return (.takeOff, .takingOff)
    }

    /// Leaves the ground; the gate has been asked.
    mutating func begin(_ mission: DroneNavigation.Mission?, in situation: Situation) {
        autoStarts = false
        nextMission = nil
        self.mission = mission
        home = situation.position
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

    private mutating func fly(in situation: Situation) -> Decision {
        guard let mission, let leg = leg(in: situation) else {
            return (.hover, .hovering(.noTarget))
        }
        if law.hasArrived(leg) {
            progressMonitor = DroneNavigation.ProgressMonitor()
            phase = .holding(since: situation.now)
            return (.hover, holding(mission, since: situation.now, at: situation.now))
        }
        let motion = law.motion(along: leg)
        return (.move(motion), reason(leg, motion, mission))
    }

    private func reason(
        _ leg: DroneNavigation.Leg, _ motion: StickPosition, _ mission: DroneNavigation.Mission
    ) -> DroneNavigation.Why {
        if law.isOverTarget(leg) {
            return .adjustingAltitude(
                target: mission.number, count: mission.count, climbMetres: leg.climbMetres ?? 0)
        }
        return .flying(
            DroneNavigation.Why.Flying(
                target: mission.number, count: mission.count, distanceMetres: leg.distanceMetres,
                bearing: leg.bearing,
                turn: motion.yaw > 0 ? .right : motion.yaw < 0 ? .left : .none))
    }

    private mutating func hold(_ since: Instant, in situation: Situation) -> Decision {
        guard var mission else { return (.hover, .hovering(.noTarget)) }
        if let leg = leg(in: situation), law.hasLeft(leg) {
            phase = .flying
            return fly(in: situation)
        }
        let stay = max(mission.current.hold, settings.guidance.arrivalTime)
        guard situation.now - since >= stay else {
            return (.hover, holding(mission, since: since, at: situation.now))
        }
        if mission.advance() {
            self.mission = mission
            phase = .flying
            return fly(in: situation)
        }
        if mission.atEnd == .land { return land(.missionDone) }
        return (.hover, holding(mission, since: since, at: situation.now))
    }

    private func holding(
        _ mission: DroneNavigation.Mission, since: Instant, at now: Instant
    ) -> DroneNavigation.Why {
        let left = mission.current.hold - (now - since)
        let isLast = mission.isAtLast && mission.atEnd == .hover
        return .holding(
            target: mission.number, count: mission.count,
            remaining: isLast ? nil : max(.zero, left))
    }

    private mutating func waitForAnswer(
        _ cause: DroneNavigation.AwaitCause, _ since: Instant, _ verdict: DroneNavigation.Verdict,
        in situation: Situation
    ) -> Decision {
        var left = settings.failsafes.timeout.answer - (situation.now - since)
        guard left > .zero else { return land(.nobodyAnswered) }
        // A trouble that goes on may land it sooner than the wait for an answer does.
        if case .stop(_, let landsIn) = verdict { left = min(left, landsIn) }
        return (.hover, .awaiting(cause, landsIn: left))
    }
}
