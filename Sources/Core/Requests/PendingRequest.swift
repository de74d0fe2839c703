import Synchronization
import Values

/// A request whose senders wait: each is told once, by its response or at the end of its time.
final class PendingRequest: Sendable {
    private struct Sender {
        let origin: EventOrigin
        let until: Instant
        let completion: RequestBroker.Completion
    }

    private struct State {
        var senders: [Sender] = []
        var timer: (any OneShotTimer)?
        var isOver = false
    }

    private let state = Mutex(State())

    /// One more waits for it, until then.
    ///
    /// - Returns: whether that is the first of this origin; `nil` where what became of it is told already.
    func add(
        _ origin: EventOrigin, until: Instant, _ completion: @escaping RequestBroker.Completion
    ) -> Bool? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            let isFirst = !state.senders.contains { $0.origin == origin }
            state.senders.append(Sender(origin: origin, until: until, completion: completion))
            return isFirst
        }
    }

    /// Keeps the timer that lets `expire` be called, to be cancelled when all are told; at once if they are.
    func keep(_ timer: any OneShotTimer, at now: Instant) {
        let due = state.withLock { state -> Instant? in
            guard !state.isOver else { return nil }
            state.timer = timer
            return state.senders.first?.until
        }
        if let due { timer.set(after: due - now) } else { timer.cancel() }
    }

    /// Tells all who wait.
    func complete(_ result: Result<String, RequestError>) {
        let last = state.withLock { state in
            defer { state = State(isOver: true) }
            return state
        }
        last.timer?.cancel()
        for sender in last.senders { sender.completion(result) }
    }

    /// Tells those whose time is over; then it waits for the others.
    ///
    /// - Returns: whether there were any, and whether it waits for nobody any more.
    func expire(
        _ result: Result<String, RequestError>, at now: Instant
    ) -> (isLate: Bool, isOver: Bool) {
        let (late, next, timer) = state.withLock { state in
            let late = state.senders.prefix { $0.until <= now }
            state.senders.removeFirst(late.count)
            let timer = state.timer
            if state.senders.isEmpty { state = State(isOver: true) }
            return (late, state.senders.first?.until, timer)
        }
        if let next { timer?.set(after: next - now) } else { timer?.cancel() }
        for sender in late { sender.completion(result) }
        return (!late.isEmpty, next == nil)
    }
}
