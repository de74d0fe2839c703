/// A flap between two magnets, with the switch that says whether it is shut. Times are in seconds.
package struct SimulatedFlap: Sendable {
    /// Shorter than this the driver of the switch takes it for a bounce.
    private static let debounceSeconds = 0.02

    private var opensAt = -Double.infinity
    private var shutsAt = -Double.infinity
    /// How often the switch has changed.
    private(set) var changes: UInt64 = 0
    private var changedAt = 0.0
    private var changedBefore = 0.0

    /// Pushed open for a while, by an animal or by the wind; what is open already stays so for longer.
    mutating func open(at time: Double, for seconds: Double) {
        guard seconds > Self.debounceSeconds else { return }
        if time > shutsAt {
            opensAt = time
            changedBefore = changedAt
            changes += 2
        }
        shutsAt = max(shutsAt, time + seconds)
        changedAt = shutsAt
    }

    package func isOpen(at time: Double) -> Bool { time >= opensAt && time < shutsAt }

    /// Since when it has been shut, or will be.
    package var shutSince: Double { shutsAt }

    /// What the switch has told of by then: how often it has changed, and when last.
    package func contact(at time: Double) -> (isShut: Bool, changes: UInt64, changedAt: Double) {
        if time < opensAt { return (true, changes - 2, changedBefore) }
        return time < shutsAt ? (false, changes - 1, opensAt) : (true, changes, changedAt)
    }
}
