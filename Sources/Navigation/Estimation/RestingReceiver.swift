import Devices

/// How much more the fixes of a receiver wander than they are supposed to, as far as that shows while the
/// aircraft stands.
///
/// Learned on the ground only: in the air a receiver that does not come along would teach that it need not.
struct RestingReceiver: Sendable {
    /// Fewer windows tell too little.
    private static let minWindows = 3.0
    /// Of the variance. With more, one that lies on the ground would be found too late.
    private static let most = 4.0

    private var windows = 0.0
    /// The sum of what was seen in each, as a multiple of what was supposed.
    private var multiples = 0.0
    private var latestAt: Instant?

    /// The variance of a velocity by fixes is so many times what was supposed; never less than once.
    var excess: Double {
        windows < Self.minWindows ? 1 : min(max(1, multiples / windows), Self.most)
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
        windows += 1
        multiples += metresPerSecond * metresPerSecond / (2 * supposedVariance)
    }
}
