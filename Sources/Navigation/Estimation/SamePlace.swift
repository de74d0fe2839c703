import Values

/// Finds a receiver that repeats its place with new times.
struct SamePlace: Sendable {
    /// An aircraft that flies that far is elsewhere.
    private static let flownMetres = 1.0
    /// In the air no receiver measures the same to a centimetre for so long, wherever it hovers.
    private static let maxTime = Duration.seconds(10)
    /// Over water the velocity says that it stands still, as the receiver does. Tilted so far and long it would
    /// have to stand to a centimetre against just the wind for that, gusts and all.
    private static let airMetres = 10.0
    private static let minFixes = 3

    private var first: (position: Position, way: PlaneVector, airMetres: Double, at: Instant)?
    private var count = 0
    /// Kept, for an aircraft that hovers because of it may drift back to where the receiver still is.
    private var farthestMetres = 0.0

    /// `way` is what its velocity has come to, `airMetres` how far its tilt has carried it through the air.
    mutating func isStuck(
        _ position: Position, way: PlaneVector, airMetres: Double, measuredAt: Instant,
        isAirborne: Bool
    ) -> Bool {
        guard isAirborne, let first, first.position == position else {
            first = (position, way, airMetres, measuredAt)
            count = 1
            farthestMetres = 0
            return false
        }
        count += 1
        farthestMetres = max(farthestMetres, (way - first.way).length)
        guard count >= Self.minFixes else { return false }
        return farthestMetres >= Self.flownMetres || measuredAt - first.at >= Self.maxTime
            || airMetres - first.airMetres >= Self.airMetres
    }
}
