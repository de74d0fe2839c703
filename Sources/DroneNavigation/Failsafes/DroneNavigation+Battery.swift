import Navigation
import Values

/// How a flight is held to its battery: the limits of its settings, and what the way home takes.
extension DroneNavigation {
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
        guard let flight, let home, let estimate = situation.location.estimate,
            let reported = situation.flight
        else { return nil }
        let needed = flight.battery.percentNeeded(
            home: estimate.plane.point(home),
            minMetres: metresHome(from: situation.position) ?? 0, from: estimate,
            altitudeMetres: reported.altitudeMetres,
            cruise: settings.guidance.cruiseMetresPerSecond,
            most: settings.guidance.track.maxMetresPerSecond)
        // Against a wind that is too strong no battery helps.
        return needed.isFinite ? needed + settings.failsafes.battery.landPercent : nil
    }
}
