import Devices

/// Whether a goal is reached: near enough, high enough and slow enough, for long enough. One wrong position is
/// no arrival.
struct ArrivalTimer: Sendable {
    var settings: GuidanceSettings
    private var since: Instant?

    init(_ settings: GuidanceSettings) {
        self.settings = settings
    }

    mutating func note(metres: Double, speed: Double, altitudeError: Double, at now: Instant) {
        let factor = since == nil ? 1 : settings.stayFactor
        let isThere =
            metres <= settings.arrivalRadiusMetres * factor
            && speed < settings.arrivalMetresPerSecond * factor
            && abs(altitudeError) <= settings.altitudeToleranceMetres * factor
        since = isThere ? since ?? now : nil
    }

    func hasArrived(at now: Instant) -> Bool {
        since.map { now - $0 >= settings.arrivalTime } ?? false
    }
}
