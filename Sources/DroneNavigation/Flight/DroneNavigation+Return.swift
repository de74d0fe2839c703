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
            situation.location.trouble == nil,
            situation.flightTrouble == nil
        else {
            beginLanding(cause)
            return
        }
        turnHome(cause, at: situation.now)
    }

    private mutating func turnHome(_ cause: DroneNavigation.LandCause, at now: Instant) {
        flight?.mission = nil
        beginItems()
        flight?.progressMonitor = DroneNavigation.ProgressMonitor()
        phase = .returning(cause, since: now)
    }

    /// The next place on the way home; `nil` where none is known.
    var wayHome: Position? { wayBack.map { $0.goal } ?? home }

    /// Flies home and lands there, as a person asks. Where it knows no way it goes on with what it does: who
    /// asks can still ask to land.
    mutating func goHome(in situation: Situation, by settings: Settings) -> Reply {
        if let refusal = refusalInFlight(situation, by: settings) { return refusal }
        if phase.isComingDown { return (true, "it is on its way down already") }
        if let doubt = situation.location.trouble {
            return (false, "refused: \(doubt)")
        }
        guard wayHome != nil, situation.position != nil else {
            return (false, "refused: no way home is known")
        }
        allowOutsideFence(situation, by: settings)
        turnHome(.person, at: situation.now)
        return (true, "flying home, to land there")
    }

    mutating func flyHome(
        _ cause: DroneNavigation.LandCause, in situation: Situation, by settings: Settings
    ) -> Decision {
        guard let leg = leg(in: situation, by: settings) else { return land(cause) }
        let reason = DroneNavigation.Why.returning(
            cause, distanceMetres: metresHome(from: situation.position) ?? leg.distanceMetres)
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
        flight?.wayBack?.pass()
        return flyHome(cause, in: situation, by: settings)
    }

    /// Around the fences; `nil` where there are none.
    func metresHome(from position: Position?) -> Double? {
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
}
