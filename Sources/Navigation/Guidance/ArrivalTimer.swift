import Values

/// Whether a goal is reached: near enough, high enough and slow enough, for long enough. One wrong position is
/// no arrival.
struct ArrivalTimer: Sendable {
    private var since: Instant?

    mutating func note(
        metres: Double, speed: Double, altitudeError: Double, by settings: GuidanceSettings,
        at now: Instant
    ) {
        let factor = since == nil ? 1 : settings.stayFactor
        let isThere =
            metres <= settings.arrivalRadiusMetres * factor
            && speed < settings.arrivalMetresPerSecond * factor
            && abs(altitudeError) <= settings.altitudeToleranceMetres * factor
        since = isThere ? since ?? now : nil
    }

    func hasArrived(after time: Duration, at now: Instant) -> Bool {
        since.map { now - $0 >= time } ?? false
    }
}
