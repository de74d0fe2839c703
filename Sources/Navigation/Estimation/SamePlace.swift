import Devices

/// Finds a receiver that repeats its place with new times.
struct SamePlace: Sendable {
    /// An aircraft that flies that far is elsewhere.
    private static let flownMetres = 1.0
    /// In the air no receiver measures the same to a centimetre for so long, wherever it hovers.
    private static let longest = Duration.seconds(10)
    private static let leastFixes = 3

    private var first: (position: Position, way: PlaneVector, at: Instant)?
    private var count = 0
    /// Kept, for an aircraft that hovers because of it may drift back to where the receiver still is.
    private var farthestMetres = 0.0

    mutating func isStuck(
        _ position: Position, way: PlaneVector, measuredAt: Instant, isAirborne: Bool
    ) -> Bool {
        guard isAirborne, let first, first.position == position else {
            first = (position, way, measuredAt)
            count = 1
            farthestMetres = 0
            return false
        }
        count += 1
        farthestMetres = max(farthestMetres, (way - first.way).length)
        return count >= Self.leastFixes
            && (farthestMetres >= Self.flownMetres || measuredAt - first.at >= Self.longest)
    }
}
