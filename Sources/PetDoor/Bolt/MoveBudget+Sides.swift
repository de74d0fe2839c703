import PolicyKit
import Values

/// Locking may use up half of it, so that there is always enough left to unlock.
extension MoveBudget {
    /// How long until the bolt may be sent towards `side` again, `count` times at once; zero when it may. Towards
    /// unlocked the day never says no.
    func wait(
        towards side: PetDoor.Side, count: Int = 1, by settings: PetDoor.BoltSettings,
        at now: Instant
    ) -> Duration {
        side == .locked
            ? wait(
                count: count, perHour: settings.movesPerHour / 2, perDay: settings.movesPerDay / 2,
                at: now)
            : wait(count: count, perHour: settings.movesPerHour, perDay: nil, at: now)
    }
}
