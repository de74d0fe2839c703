import Missions
import Navigation
import Values

extension DroneNavigation {

    /// A position that is not used for so long counts as lost.
    static let lostAfter = Duration.seconds(2)
    /// Told to hover, an aircraft that obeys does not fly by a stick any more after so long.
    private static let disobeysAfter = Duration.seconds(5)
    private static let brakingTime = Duration.seconds(3)
    private static let driftMetresPerSecond = 1.5

    /// Weighs the failsafes and does what they demand.
    mutating func guardFlight(in situation: Situation, by settings: Settings)
        -> DroneNavigation.Verdict
    {
        guard phase.isGuarded else {
            flight?.failsafes.reset()
            flight?.battery = DroneNavigation.BatteryBudget()
            return .clear
        }
        if let reported = situation.flight {
            flight?.battery.note(
                percent: reported.batteryPercent, wind: situation.location.estimate?.wind,
                at: situation.now)
        }
        findTroubles(in: situation, by: settings)
        let verdict =
            flight?.failsafes.judge(
                troubles, mayReturn: !phase.isComingDown, by: FailsafeTable(settings),
                at: situation.now) ?? .clear
        if let warnings = flight?.failsafes.takeWarnings(
            by: FailsafeTable(settings), at: situation.now)
        {
            notes += warnings.map(\.warning)
        }
        switch verdict {
        case .land(let trouble): beginLanding(.trouble(trouble))
        case .returnHome(let trouble): returnHome(.trouble(trouble), in: situation, by: settings)
        case .stop(let trouble, _) where phase.goesOnByItself:
            flight?.progressMonitor.interrupt()
            stop(for: trouble, in: situation)
        case .pause: flight?.progressMonitor.interrupt()
        case .stop, .clear: break
        }
        return verdict
    }

    private mutating func stop(for trouble: FailsafeCondition, in situation: Situation) {
        // Something was wrong before, and now more is; or it is about to land anyway.
        guard !phase.isComingDown else { return beginLanding(.trouble(trouble)) }
        // A person has sent it on once, and it happened again.
        guard flight?.stops.insert(trouble.kind).inserted ?? false else {
            return beginLanding(.trouble(trouble))
        }
        phase = .awaiting(.stopped(trouble), since: situation.now)
    }

    /// What is wrong now, as its settings see it. In the order of the table's rows or not; a list that is kept, so
    /// that none is allocated each time.
    mutating func findTroubles(in situation: Situation, by settings: Settings) {
        troubles.removeAll(keepingCapacity: true)
        add(situation.flightTrouble)
        add(linkTrouble(by: settings))
        troubles += settings.failsafes.computer.troubles(situation.computer)
        add(settings.failsafes.computer.warning(situation.computer))
        add(tickTrouble(by: settings))
        add(situation.tiltTrouble(by: settings))
        add(batteryTrouble(situation, by: settings))
        add(timeTrouble(situation, by: settings))
        add(returnTimeTrouble(situation, by: settings))
        add(fenceTrouble(situation, by: settings))
        add(situation.heightTrouble(by: settings))
        add(progressTrouble(situation, by: settings))
        add(blindTrouble(situation, by: settings))
        add(situation.windTrouble(by: settings))
        if phase.isNavigating {
            add(brakeTrouble(situation, by: settings))
            add(situation.location.positionTrouble)
            add(situation.location.noseTrouble)
            add(leaderTrouble(situation, by: settings))
        } else if phase.hovers, case .velocityContradicted = situation.location.positionTrouble {
            add(.velocityContradicted)
        }
        if phase.hovers || phase.isNavigating { add(rivalTrouble(situation)) }
        add(unconfirmedTrouble(situation))
        add(driftTrouble(situation))
    }

    private mutating func add(_ trouble: FailsafeCondition?) {
        if let trouble { troubles.append(trouble) }
    }

    private func linkTrouble(by settings: Settings) -> FailsafeCondition? {
        guard let rate = link.perSecond else { return nil }
        let limit = min(settings.failsafes.link.minPerSecond, rate.possible / 2)
        guard rate.heard < limit else { return nil }
        return .linkWeak(perSecond: rate.heard, limit: limit)
    }

    private func tickTrouble(by settings: Settings) -> FailsafeCondition? {
        let limit = settings.failsafes.computer.maxTickLateness
        guard let lateness = ticks.lateness, lateness > limit else { return nil }
        return .ticksLate(by: lateness, limit: limit)
    }

    private func timeTrouble(
        _ situation: Situation, by settings: Settings
    ) -> FailsafeCondition? {
        let limit = settings.failsafes.maxFlightTime
        guard !phase.isReturning, let airborneSince = flight?.airborneSince else { return nil }
        let time = situation.now - airborneSince
        guard time < limit else { return .flightTimeOver(limit: limit) }
        guard
            situation.now.seconds(since: airborneSince)
                >= limit.seconds * DroneNavigation.FailsafeTable.flightTimeShare
        else { return nil }
        return .flightTimeWarning(after: time, limit: limit)
    }

    /// It hovers because a person said so, and without a position nobody holds it to the fence.
    private func blindTrouble(
        _ situation: Situation, by settings: Settings
    ) -> FailsafeCondition? {
        guard case .hovering = phase, settings.failsafes.fence, !isUnconfirmed(situation),
            let trouble = situation.location.positionTrouble
        else { return nil }
        return .blindHover(why: trouble.description)
    }

    func rivalTrouble(_ situation: Situation) -> FailsafeCondition? {
        if situation.flight?.driver?.hasRival ?? false { return .hasRival(isSeen: true) }
        guard let fliesOnSince = flight?.fliesOnSince,
            situation.now - fliesOnSince >= Self.disobeysAfter
        else {
            return nil
        }
        return .hasRival(isSeen: false)
    }

    /// Without a position it hovers by its camera alone, and nobody sees whether that sees anything.
    private func unconfirmedTrouble(_ situation: Situation) -> FailsafeCondition? {
        isUnconfirmed(situation) ? .velocityUnconfirmed : nil
    }

    private func isUnconfirmed(_ situation: Situation) -> Bool {
        // With no news of the aircraft at all, that is its trouble.
        guard phase.hovers || phase.isNavigating, situation.flight != nil,
            situation.location.positionTrouble != nil,
            let time = situation.location.unconfirmedFor
        else { return false }
        // What steers by a position hovers only since that has counted as lost.
        return time >= (phase.hovers ? Self.lostAfter : Self.lostAfter * 2)
    }

    /// An aircraft that hovers has come to rest after some seconds, unless the wind is stronger.
    private func driftTrouble(_ situation: Situation) -> FailsafeCondition? {
        // Somebody else's stick is no wind.
        guard let hoversSince = flight?.hoversSince, situation.flight != nil,
            rivalTrouble(situation) == nil,
            situation.now - hoversSince >= Self.brakingTime,
            let speed = situation.location.velocity?.length, speed >= Self.driftMetresPerSecond
        else { return nil }
        return .hoverDrift(metresPerSecond: speed)
    }

    private mutating func progressTrouble(
        _ situation: Situation, by settings: Settings
    ) -> FailsafeCondition? {
        guard phase.isUnderWay else {
            flight?.progressMonitor.interrupt()
            return nil
        }
        if let turn = flight?.item.turn {
            return flight?.progressMonitor.note(
                leftDegrees: turn.leftDegrees, at: situation.now, settings.failsafes)
        }
        if let arc = circleUnderWay, let place = situation.location.estimate?.place {
            return flight?.progressMonitor.note(
                leftMetres: arc.left.radians * arc.radiusMetres,
                besideMetres: abs((place - arc.center).length - arc.radiusMetres),
                at: situation.now, settings.failsafes)
        }
        guard let sighting = sighting(in: situation, by: settings) else { return nil }
        return flight?.progressMonitor.note(sighting, settings.failsafes)
    }

    private func sighting(in situation: Situation, by settings: Settings) -> DroneNavigation
        .ProgressMonitor.Sighting?
    {
        guard let position = situation.position, let flight = situation.flight else { return nil }
        if case .flying = phase, case .takeOff(let metres) = mission?.action {
            let start = Waypoint(position, altitudeMetres: metres)
            return DroneNavigation.ProgressMonitor.Sighting(
                goal: start, position: position, altitudeMetres: flight.altitudeMetres,
                isOverTarget: true, isAtAltitude: false, at: situation.now)
        }
        guard let goal = destination, let leg = leg(in: situation, by: settings) else { return nil }
        return DroneNavigation.ProgressMonitor.Sighting(
            goal: goal, position: position, altitudeMetres: flight.altitudeMetres,
            isOverTarget: GuidanceLaw(settings).isOverTarget(leg),
            isAtAltitude: GuidanceLaw(settings).isAtAltitude(leg),
            at: situation.now)
    }
}
