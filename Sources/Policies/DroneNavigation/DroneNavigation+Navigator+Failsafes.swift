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
            phase = .awaiting(.stopped(trouble), since: situation.now)
        case .pause:
            // It cannot come nearer while it hovers: the leg is measured anew afterwards.
            if case .flying = phase { phase = .flying(nil) }
        case .stop, .clear: break
        }
        return verdict
    }

    private mutating func troubles(in situation: Situation) -> [FailsafeCondition] {
        var found = [
            situation.flightTrouble, batteryTrouble(situation), timeTrouble(situation),
            fenceTrouble(situation), heightTrouble(situation), progressTrouble(situation),
        ]
        if phase.isNavigating { found += [situation.positionTrouble, situation.headingTrouble] }
        return found.compactMap { $0 }
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
            fenceAllowanceMetres = 0
            return nil
        }
        guard metres > fenceAllowanceMetres else { return nil }
        return .outsideFence(metres: metres, limit: radius)
    }

    private mutating func progressTrouble(_ situation: Situation) -> FailsafeCondition? {
        guard case .flying(let monitor) = phase, let leg = leg(in: situation),
            !law.isOverTarget(leg)
        else { return nil }
        var monitoring =
            monitor
            ?? DroneNavigation.ProgressMonitor(
                distanceMetres: leg.distanceMetres, at: situation.now)
        let trouble = monitoring.note(
            distanceMetres: leg.distanceMetres, at: situation.now, settings.failsafes)
        phase = .flying(monitoring)
        return trouble
    }

    func metresFromHome(_ situation: Situation) -> Double? {
        guard let home, let position = situation.position else { return nil }
        return home.distanceMetres(to: position)
    }

    /// A person takes charge: outside the fence, it may go on a little further while it is
    /// brought back. Inside, this changes nothing.
    mutating func allowOutsideFence(_ situation: Situation) {
        guard let metres = metresFromHome(situation),
            metres > settings.failsafes.fenceRadiusMetres
        else { return }
        fenceAllowanceMetres = metres + settings.failsafes.fenceMarginMetres
    }
}
