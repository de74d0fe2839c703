import Devices
import Missions

extension DroneNavigation.Navigator {
    typealias FailsafeCondition = DroneNavigation.FailsafeCondition
    typealias Situation = DroneNavigation.Situation

    /// Weighs the failsafes and does what they demand.
    mutating func guardFlight(in situation: Situation) -> DroneNavigation.Verdict {
        guard phase.isGuarded else {
            failsafes.reset()
            return .clear
        }
        let verdict = failsafes.judge(troubles(in: situation), at: situation.now)
        switch verdict {
        case .land(let trouble):
            phase = .landing(.trouble(trouble))
        case .stop(let trouble, _) where phase.goesOnByItself:
            progressMonitor.interrupt()
            // A person has sent it on once, and it happened again.
            guard stops.insert(trouble.kind).inserted else {
                phase = .landing(.trouble(trouble))
                return .land(trouble)
            }
            phase = .awaiting(.stopped(trouble), since: situation.now)
        case .pause: progressMonitor.interrupt()
        case .stop, .clear: break
        }
        return verdict
    }

    private mutating func troubles(in situation: Situation) -> [FailsafeCondition] {
        // Nothing is allocated as long as there is none.
        var found: [FailsafeCondition] = []
        func add(_ trouble: FailsafeCondition?) {
            if let trouble { found.append(trouble) }
        }
        add(situation.flightTrouble)
        add(batteryTrouble(situation))
        add(timeTrouble(situation))
        add(fenceTrouble(situation))
        add(heightTrouble(situation))
        add(progressTrouble(situation))
        add(blindTrouble(situation))
        let contradiction = contradiction(in: situation)
        if phase.isNavigating {
            add(brakeTrouble(situation))
            add(situation.positionTrouble)
            add(situation.headingTrouble)
            add(contradiction.map { .fixContradicted(metres: $0) })
        }
        return found
    }

    private func batteryTrouble(_ situation: Situation) -> FailsafeCondition? {
        let limit = settings.failsafes.landAtBatteryPercent
        guard let percent = situation.flight?.batteryPercent, Double(percent) <= limit else {
            return nil
        }
        return .batteryLow(percent: percent, limit: limit)
    }

    private func timeTrouble(_ situation: Situation) -> FailsafeCondition? {
        let limit = settings.failsafes.maxFlightTime
        guard let airborneSince, situation.now - airborneSince >= limit else { return nil }
        return .flightTimeOver(limit: limit)
    }

    private func heightTrouble(_ situation: Situation) -> FailsafeCondition? {
        let limits = settings.failsafes
        guard let metres = situation.flight?.altitudeMetres,
            metres > limits.maxAltitudeMetres + limits.altitudeMarginMetres
        else { return nil }
        return .tooHigh(metres: metres, limit: limits.maxAltitudeMetres)
    }

    /// It hovers because a person said so, and without a position nobody holds it to the fence.
    private func blindTrouble(_ situation: Situation) -> FailsafeCondition? {
        guard case .hovering = phase, settings.failsafes.fence,
            let trouble = situation.positionTrouble
        else { return nil }
        return .blindHover(why: trouble.description)
    }

    private mutating func progressTrouble(_ situation: Situation) -> FailsafeCondition? {
        guard case .flying = phase else {
            progressMonitor.interrupt()
            return nil
        }
        if let turn {
            return progressMonitor.note(
                leftDegrees: turn.leftDegrees, at: situation.now, settings.failsafes)
        }
        guard let sighting = sighting(in: situation) else { return nil }
        return progressMonitor.note(sighting, settings.failsafes)
    }

    private func sighting(in situation: Situation) -> DroneNavigation.ProgressMonitor.Sighting? {
        guard let mission, let position = situation.position, let flight = situation.flight
        else { return nil }
        if case .takeOff(let metres) = mission.action {
            let start = Waypoint(position, altitudeMetres: metres)
            return DroneNavigation.ProgressMonitor.Sighting(
                goal: start, position: position, altitudeMetres: flight.altitudeMetres,
                isOverTarget: true, isAtAltitude: false, at: situation.now)
        }
        guard let goal = mission.goal(home: home), let leg = leg(in: situation) else { return nil }
        return DroneNavigation.ProgressMonitor.Sighting(
            goal: goal, position: position, altitudeMetres: flight.altitudeMetres,
            isOverTarget: law.isOverTarget(leg), isAtAltitude: law.isAtAltitude(leg),
            at: situation.now)
    }
}
