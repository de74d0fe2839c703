import Synchronization

/// A request whose sender waits: completed once, by its response or by its timeout.
final class PendingRequest: Sendable {
    private struct State {
        var completion: RequestBroker.Completion?
        var timer: (any Cancellable)?
    }

    private let state: Mutex<State>

    init(_ completion: @escaping RequestBroker.Completion) {
        state = Mutex(State(completion: completion))
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
    func complete(_ result: Result<String, RequestError>) -> Bool {
        let last = state.withLock { state in
            defer { state = State() }
            return state
        }
        last.timer?.cancel()
        last.completion?(result)
        return last.completion != nil
    }
}
