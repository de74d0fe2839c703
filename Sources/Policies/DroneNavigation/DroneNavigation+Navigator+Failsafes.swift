import Devices

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

    private mutating func fenceTrouble(_ situation: Situation) -> FailsafeCondition? {
        let radius = settings.failsafes.fenceRadiusMetres
        guard settings.failsafes.fence, let metres = metresFromHome(situation) else { return nil }
        guard metres > radius else {
            // Not for every step to and fro over the line: that would be a new excursion each time.
            if metres <= radius - min(2, radius / 10) { fenceAllowanceMetres = 0 }
            return nil
        }
        guard metres <= radius + 2 * settings.failsafes.fenceMarginMetres else {
            return .farOutsideFence(metres: metres, limit: radius)
        }
        guard metres > fenceAllowanceMetres else { return nil }
        return .outsideFence(metres: metres, limit: radius)
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
        guard let mission, let leg = leg(in: situation), let position = situation.position,
            let flight = situation.flight
        else { return nil }
        return progressMonitor.note(
            DroneNavigation.ProgressMonitor.Sighting(
                goal: mission.current, position: position, altitudeMetres: flight.altitudeMetres,
                isOverTarget: law.isOverTarget(leg), isAtAltitude: law.isAtAltitude(leg),
                at: situation.now), settings.failsafes)
    }

    func metresFromHome(_ situation: Situation) -> Double? {
        guard let home, let position = situation.position else { return nil }
        return home.distanceMetres(to: position)
    }

    /// A person takes charge: outside the fence, it may go on a little further while it is
    /// brought back. Inside, this changes nothing; nor does it when it was allowed before, for
    /// else a stream of requests would move the fence along with the aircraft.
    mutating func allowOutsideFence(_ situation: Situation) {
        guard let metres = metresFromHome(situation),
            metres > settings.failsafes.fenceRadiusMetres, fenceAllowanceMetres == 0
        else { return }
        fenceAllowanceMetres = metres + settings.failsafes.fenceMarginMetres
    }
}
