import Navigation
import Values

/// Failsafe conditions that follow from what is known of the aircraft alone, whatever it does.
extension DroneNavigation.Situation {
    func tiltTrouble(by settings: DroneNavigation.Settings) -> DroneNavigation.FailsafeCondition? {
        guard let flight else { return nil }
        let (roll, pitch) = (abs(flight.roll.degrees), abs(flight.pitch.degrees))
        let limit = settings.failsafes.maxTilt.degrees
        // Written so that a NaN is too much.
        guard !(roll <= limit && pitch <= limit) else { return nil }
        return .tilted(degrees: max(roll, pitch), limit: limit)
    }

    func heightTrouble(
        by settings: DroneNavigation.Settings
    ) -> DroneNavigation.FailsafeCondition? {
        let limits = settings.failsafes
        guard let metres = flight?.altitudeMetres,
            metres > limits.maxAltitudeMetres + limits.altitudeMarginMetres
        else { return nil }
        return .tooHigh(metres: metres, limit: limits.maxAltitudeMetres)
    }

    /// What it cannot hold itself against carries it away, whoever has told it to hover.
    func windTrouble(by settings: DroneNavigation.Settings) -> DroneNavigation.FailsafeCondition? {
        guard let estimate = location.estimate, location.trouble == nil else { return nil }
        let most = settings.guidance.track.maxMetresPerSecond
        let wind = estimate.wind.length
        guard wind > most else { return nil }
        return .windTooStrong(metresPerSecond: wind, limit: most)
    }
}
