import Synchronization

/// How safe a device is, as far as is known without asking a driver that may hang.
final class KnownSafety: Sendable {
    /// Whether nothing has to be waited for any more, whether the device is in its safe state, and whether it does
    /// what it does there.
    typealias Answer = (isSettled: Bool, isSafe: Bool, isAtRest: Bool)

    private struct State: Sendable {
        var answer = KnownSafety.unknown
        /// Calls under way into the driver: one that makes safe, one that asks.
        var isMakingSafe = false
        var isAsking = false
    }

    /// Of a driver that hangs: what it said before that may be long over.
    private static let unknown: Answer = (false, false, false)

    private let state = Mutex(State())

    /// Whether a driver has been told to make safe and has not returned from that.
    var isMakingSafe: Bool { state.withLock { $0.isMakingSafe } }

    func beginMakingSafe() {
        state.withLock { $0.isMakingSafe = true }
    }

    func endMakingSafe() {
        state.withLock { $0.isMakingSafe = false }
    }

    /// Asks a driver in the state that `current` gives; one that hangs is not asked again before it
    /// has answered.
    ///
    /// - Returns: what it answers; neither settled nor safe while another asks.
    func ask(_ current: () -> DriverStateMachine.State) -> Answer {
        let isTurn = state.withLock { state in
            defer { state.isAsking = true }
            return !state.isAsking
        }
        guard isTurn else { return Self.unknown }
        let answer = current().safety
        return state.withLock { state in
            (state.answer, state.isAsking) = (answer, false)
            return state.isMakingSafe ? Self.unknown : answer
        }
    }

    /// What was answered last. A driver that hangs is neither settled nor safe.
    var latest: Answer {
        state.withLock { $0.isAsking || $0.isMakingSafe ? Self.unknown : $0.answer }
    }
}
