import Synchronization

/// How safe a device is, as far as is known without asking a driver that may hang.
final class KnownSafety: Sendable {
    private struct State: Sendable {
        var isSettled = false
        var isSafe = false
        /// Calls under way into the driver: one that makes safe, one that asks.
        var isMakingSafe = false
        var isAsking = false
    }

    private let state = Mutex(State())

    func beginMakingSafe() {
        state.withLock { $0.isMakingSafe = true }
    }

    func endMakingSafe() {
        state.withLock { $0.isMakingSafe = false }
    }

    /// Asks a driver in the state that `current` gives; one that hangs is not asked again before it
    /// has answered.
    func ask(_ current: () -> DriverStateMachine.State) {
        let isTurn = state.withLock { state in
            defer { state.isAsking = true }
            return !state.isAsking
        }
        guard isTurn else { return }
        let asked = current()
        let (isSettled, isSafe) = (asked.isSettled, asked.isSafe)
        state.withLock { ($0.isSettled, $0.isSafe, $0.isAsking) = (isSettled, isSafe, false) }
    }

    /// What was answered last. A driver that hangs is neither settled nor safe: what it said before
    /// that may be long over.
    var latest: (isSettled: Bool, isSafe: Bool) {
        state.withLock { state in
            guard !state.isAsking, !state.isMakingSafe else { return (false, false) }
            return (state.isSettled, state.isSafe)
        }
    }
}
