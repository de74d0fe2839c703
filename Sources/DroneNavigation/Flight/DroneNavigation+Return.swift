import Missions
import Navigation
import Values

/// The way home, which a failsafe takes where that is safer than to land.
extension DroneNavigation {
    /// Flies home and lands there; lands at once where it does not know the way.
    mutating func returnHome(
        _ cause: DroneNavigation.LandCause, in situation: Situation, by settings: Settings
    ) {
        guard settings.failsafes.returnsHome, wayHome != nil, situation.position != nil,
            situation.location.trouble == nil, situation.location.contradiction == nil,
            situation.flightTrouble == nil
        else {
            phase = .landing(cause)
            return
        }
        mission = nil
        beginItems()
        progressMonitor = DroneNavigation.ProgressMonitor()
        phase = .returning(cause, since: situation.now)
    }

    /// The next place on the way home; `nil` where none is known.
    var wayHome: Position? { wayBack.map { $0.goal } ?? home }

    /// Flies home and lands there, as a person asks. Where it knows no way it goes on with what it does: who
    /// asks can still ask to land.
    mutating func goHome(in situation: Situation, by settings: Settings) -> Reply {
        if let refusal = refusalInFlight(situation, by: settings) { return refusal }
        if phase.isComingDown { return (true, "it is on its way down already") }
        if let doubt = situation.location.trouble ?? situation.location.contradiction {
            return (false, "refused: \(doubt)")
        }
        guard wayHome != nil, situation.position != nil else {
            return (false, "refused: no way home is known")
        }
        allowOutsideFence(situation, by: settings)
        mission = nil
        pursuit = nil
        beginItems()
        progressMonitor = DroneNavigation.ProgressMonitor()
        phase = .returning(.person, since: situation.now)
        return (true, "flying home, to land there")
    }

    mutating func flyHome(
        _ cause: DroneNavigation.LandCause, in situation: Situation, by settings: Settings
    ) -> Decision {
        guard let leg = leg(in: situation, by: settings) else { return land(cause) }
        let reason = DroneNavigation.Why.returning(
            cause, distanceMetres: metresHome(from: situation.position) ?? leg.distanceMetres)
        guard settings.guidance.law == .track else {
            if GuidanceLaw(settings).isOverTarget(leg) {
                return passPlace(cause, in: situation, by: settings)
            }
            return (.move(GuidanceLaw(settings).motion(along: leg)), reason)
        }
        guard
            let steering = steer(
                item: -(wayBack?.goalNumber ?? 0), to: destination?.position, at: nil, nose: nil,
                in: situation, by: settings)
        else { return land(cause) }
        if steering.hasArrived { return passPlace(cause, in: situation, by: settings) }
        return (.move(steering.stick), reason)
    }

    /// It is home, or where the way home bends around a fence.
    private mutating func passPlace(
        _ cause: DroneNavigation.LandCause, in situation: Situation, by settings: Settings
    ) -> Decision {
        guard let wayBack, !wayBack.leadsHome else {
            return landHere(cause, in: situation, by: settings)
        }
        self.wayBack?.pass()
        return flyHome(cause, in: situation, by: settings)
    }

    /// Around the fences; `nil` where there are none.
    private func metresHome(from position: Position?) -> Double? {
        position.flatMap { wayBack?.metres(from: $0) }
    }

    func returnTimeTrouble(
        _ situation: Situation, by settings: Settings
    ) -> FailsafeCondition? {
        let limit = settings.failsafes.returnTime
        guard case .returning(_, let since) = phase, situation.now - since >= limit else {
            return nil
        }
        return .returnTimeOver(limit: limit)
    }

    func batteryTrouble(_ situation: Situation, by settings: Settings) -> FailsafeCondition? {
        let limits = settings.failsafes
        guard let percent = situation.flight?.batteryPercent else { return nil }
        if Double(percent) <= limits.battery.landPercent {
            return .batteryEmpty(percent: percent, limit: limits.battery.landPercent)
        }
        guard !phase.isComingDown else { return nil }
        let needed =
            limits.returnsHome
            ? max(limits.battery.returnPercent, percentToReturn(in: situation, by: settings) ?? 0)
            : 0
        if Double(percent) <= needed { return .batteryLow(percent: percent, limit: needed) }
        let warning = limits.battery.warnPercent
        return Double(percent) <= warning
            ? .batteryWarning(percent: percent, limit: warning) : nil
    }

    /// With what it must have left when it lands.
    private func percentToReturn(in situation: Situation, by settings: Settings) -> Double? {
        guard let home, let estimate = situation.location.estimate, let flight = situation.flight
        else { return nil }
        let needed = battery.percentNeeded(
            home: estimate.plane.point(home),
            minMetres: metresHome(from: situation.position) ?? 0, from: estimate,
            altitudeMetres: flight.altitudeMetres,
            cruise: settings.guidance.cruiseMetresPerSecond,
            most: settings.guidance.track.maxMetresPerSecond)
        // Against a wind that is too strong no battery helps.
        return needed.isFinite ? needed + settings.failsafes.battery.landPercent : nil
    }
}
