import Core
import Missions
import Navigation
import Values

/// How the flight goes on from phase to phase.
extension DroneNavigation {
    typealias Decision = (command: FlightCommand, reason: DroneNavigation.Why)

    private static let maxDescent = Duration.seconds(30)
    /// No lower in this time, it stands on something, or what measures its height is deaf: the drone lands by itself
    /// then, and no stick pushes it into the ground.
    private static let maxLevelDescent = Duration.seconds(3)
    /// From there on the drone lands by itself: level at first, so that the wind carries it away, by half
    /// a metre a second or more. So this is low, but the ultrasound hears nothing below 0.25 m.
    private static let handOverMetres = 0.3
    /// Lower than that, so that it does not come down ever more slowly.
    private static let descentGoalMetres = 0.1

    mutating func proceed(
        _ verdict: DroneNavigation.Verdict, in situation: Situation, by settings: Settings
    ) -> Decision {
        if case .pause(let trouble, let next) = verdict, phase.isNavigating {
            return (.hover, .paused(trouble, next: next, at: mission?.stage))
        }
        switch phase {
        case .listening: return (.hover, .listening(why: situation.silence))
        case .grounded(let why): return stayDown(why, in: situation, by: settings)
        case .armed(let arming): return stayArmed(arming, in: situation, by: settings)
        case .countingDown(let arming, let since):
            return countDown(arming, since, in: situation, by: settings)
        case .resetting(let since): return reset(since, in: situation, by: settings)
        case .takingOff(let since, let hasLeft):
            return takeOff(since, hasLeft, in: situation, by: settings)
        case .flying: return fly(in: situation, by: settings)
        case .holding(let since): return hold(since, in: situation, by: settings)
        case .hovering(let cause): return (.hover, hovering(cause, verdict))
        case .awaiting(let cause, let since):
            return waitForAnswer(cause, since, verdict, in: situation, by: settings)
        case .returning(let cause, _):
            let way = flyHome(cause, in: situation, by: settings)
            // The step that turns it back comes before the pause that a rival demands.
            return rivalTrouble(situation) == nil ? way : (.hover, way.reason)
        case .descending(let cause, let descent):
            return descend(cause, descent, in: situation, by: settings)
        case .landing(let cause): return land(cause)
        }
    }

    /// It hovers in any case; with a trouble that ends that, people are told of the trouble.
    private func hovering(
        _ cause: DroneNavigation.HoverCause, _ verdict: DroneNavigation.Verdict
    ) -> DroneNavigation.Why {
        switch verdict {
        case .stop(let trouble, let next) where next.action != .flyOn,
            .pause(let trouble, let next) where next.action != .flyOn:
            .paused(trouble, next: next)
        case .stop, .pause, .land, .returnHome, .clear: .hovering(cause)
        }
    }

    /// It is over the place where it is to land.
    mutating func landHere(
        _ cause: DroneNavigation.LandCause, in situation: Situation, by settings: Settings
    ) -> Decision {
        flight?.mission = nil
        flight?.item.pursuit = nil
        flight?.follower.finishLeg()
        return descend(
            cause, DroneNavigation.Descent(since: situation.now), in: situation, by: settings)
    }

    private mutating func descend(
        _ cause: DroneNavigation.LandCause, _ begun: DroneNavigation.Descent,
        in situation: Situation, by settings: Settings
    ) -> Decision {
        var descent = begun
        if let flight = situation.flight {
            descent.note(flight.altitudeMetres, at: situation.now)
        }
        phase = .descending(cause, descent)
        guard let flight = situation.flight, situation.now - descent.since < Self.maxDescent,
            situation.now - descent.lowestAt < Self.maxLevelDescent,
            flight.altitudeMetres > Self.handOverMetres,
            let steering = steer(
                item: 0, at: Self.descentGoalMetres, nose: nil, in: situation, by: settings)
        else { return land(cause) }
        return (.move(steering.stick), .descending(cause))
    }

    mutating func land(_ cause: DroneNavigation.LandCause) -> Decision {
        beginLanding(cause)
        return (.land, .landing(cause))
    }

    /// The one way into a landing: the mission is over.
    mutating func beginLanding(_ cause: DroneNavigation.LandCause) {
        phase = .landing(cause)
        flight?.mission = nil
    }

    mutating func stayDown(
        _ why: DroneNavigation.OnGround, in situation: Situation, by settings: Settings
    ) -> Decision {
        guard autoStarts else {
            guard situation.flight != nil else {
                return (.land, .listening(why: situation.silence))
            }
            return (.land, .grounded(why))
        }
        let obstacles = obstaclesOnGround(in: situation, by: settings)
        guard obstacles.isEmpty else { return (.land, .waitingToTakeOff(obstacles)) }
        begin(judgedWhileWaiting(in: situation, by: settings)?.plan, in: situation, by: settings)
        return (.takeOff, .takingOff)
    }

    /// Leaves the ground; the gate has been asked.
    mutating func begin(
        _ mission: DroneNavigation.FlightPlan?, in situation: Situation, by settings: Settings
    ) {
        autoStarts = false
        nextMission = nil
        waiting = nil
        flownNotices = situation.samples.notices?.number
        var flight = Flight()
        flight.mission = mission
        flight.home =
            settling.home(by: settings.homeLimits, at: situation.now) ?? situation.position
        self.flight = flight
        keep(
            to: flight.home.flatMap { home in
                mission.map { FenceField($0.mission.fences, around: home) }
            }, by: settings)
        photographs.reset()
        phase = .takingOff(since: situation.now, hasLeftGround: false)
    }

    private mutating func reset(_ since: Instant, in situation: Situation, by settings: Settings)
        -> Decision
    {
        guard situation.now - since < settings.takeOff.timeout else {
            ground(.emergency)
            return (.land, .grounded(.emergency))
        }
        return (.resetEmergency, .resetting)
    }

    /// Waits until the aircraft itself says that it is up, however long the climb takes.
    private mutating func takeOff(
        _ since: Instant, _ hasLeftGround: Bool, in situation: Situation, by settings: Settings
    ) -> Decision {
        switch situation.flight?.phase {
        case .hovering, .flying:
            phase = mission == nil ? .hovering(.noTarget) : .flying
            return proceed(.clear, in: situation, by: settings)
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
        in situation: Situation, by settings: Settings
    ) -> Decision {
        let left = settings.failsafes.timeout.answer - (situation.now - since)
        var next = DroneNavigation.Escalation(cause.unanswered(settings), in: left)
        guard left > .zero else {
            // The landing is named after the rival: an answer could not have helped.
            if case .pause(let trouble, _) = verdict, trouble.kind == .hasRival {
                return land(.trouble(trouble))
            }
            guard next.action == .returnHome else { return land(.nobodyAnswered) }
            returnHome(.nobodyAnswered, in: situation, by: settings)
            return proceed(.clear, in: situation, by: settings)
        }
        // A trouble that goes on may end that sooner than the wait for an answer does.
        switch verdict {
        case .stop(_, let sooner), .pause(_, let sooner):
            if sooner.action != .flyOn, sooner.after < left { next = sooner }
        case .land, .returnHome, .clear: break
        }
        if case .pause(let trouble, _) = verdict, trouble.kind == .hasRival {
            return (.hover, .paused(trouble, next: next, at: mission?.stage))
        }
        return (.hover, .awaiting(cause, next: next, at: mission?.stage))
    }
}

extension DroneNavigation.AwaitCause {
    /// What follows when nobody answers: what its trouble leads to when that lasts. Who has found it
    /// flying does not know what for, nor whether home is where it was.
    fileprivate func unanswered(
        _ settings: DroneNavigation.Settings
    ) -> DroneNavigation.Escalation.Action {
        guard case .stopped(let trouble) = self else { return .land }
        return DroneNavigation.FailsafeTable(settings).row(trouble.kind).then ?? .land
    }
}
