import Threads

/// Somebody who waits for one outcome, and hears of it once: of what comes first, the outcome itself or the end of
/// the time that there is for it.
final class PendingOutcome<Outcome: Sendable>: Sendable {
    private struct State: Sendable {
        var completion: (@Sendable (Outcome) -> Void)?
        var timer: (any Cancellable)?
    }

    private let state: Locked<State>

    init(_ completion: @escaping @Sendable (Outcome) -> Void) {
        state = Locked(State(completion: completion))
    }

    /// Keeps the timer of its timeout, to be cancelled when it is completed; at once if it is.
    func keep(_ timer: any Cancellable) {
        let isOver = state.withLock { state in
            guard state.completion != nil else { return true }
            state.timer = timer
            return false
        }
        if isOver { timer.cancel() }
    }

    /// - Returns: whether this was the first time.
    @discardableResult
    func complete(_ outcome: Outcome) -> Bool {
        let last = state.withLock { state in
            defer { state = State() }
            return state
        }
        last.timer?.cancel()
        last.completion?(outcome)
        return last.completion != nil
    }
}
