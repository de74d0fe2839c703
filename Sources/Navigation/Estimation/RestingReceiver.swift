import Values

/// How much more the fixes of a receiver wander than they are supposed to, as far as that shows while the
/// aircraft stands.
///
/// Learned on the ground only: in the air a receiver that does not come along would teach that it need not.
struct RestingReceiver: Sendable {
    /// What a window counts for when the next one comes: the last five tell nearly all. An aircraft that is carried
    /// to where it takes off is moved by its carrier, and no receiver's error.
    private static let memory = 0.8
    /// That of three windows: fewer tell too little.
    private static let minWeight = 2.4
    /// Of the variance. With more, one that lies on the ground would be found too late.
    private static let maxExcess = 4.0

    private var weight = 0.0
    /// The weighted sum of what was seen in each window, as a multiple of what was supposed.
    private var multiples = 0.0
    private var latestAt: Instant?

    /// The variance of a velocity by fixes is so many times what was supposed; never less than once.
    var excess: Double {
        weight < Self.minWeight ? 1 : max(1, multiples / weight)
    }

    /// Whether a window is over that has nothing of the one before in it.
    mutating func isDue(at time: Instant, every windowSeconds: Double) -> Bool {
        guard let latestAt, time > latestAt else {
            self.latestAt = time
            return false
        }
        return time.seconds(since: latestAt) >= windowSeconds
    }

    /// Takes in how fast the fixes of a window moved; the variance that was supposed is that of one axis.
    mutating func note(metresPerSecond: Double, supposedVariance: Double, at time: Instant) {
        latestAt = time
        let seen = metresPerSecond * metresPerSecond / (2 * supposedVariance)
        weight = weight * Self.memory + 1
        multiples = multiples * Self.memory + min(seen, Self.maxExcess)
    }
}
