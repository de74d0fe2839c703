import Dispatch
import Synchronization

/// Something that calls run into and hang at, until the test lets them go.
package final class Gate: Sendable {
    private struct State {
        var isClosed = false
        var waiting = 0
    }

    private let state = Mutex(State())
    private let gate = DispatchSemaphore(value: 0)

    package init() {}

    /// How many calls hang at it now.
    package var waitingCount: Int { state.withLock { $0.waiting } }

    /// Whoever comes from now on hangs.
    package func close() { state.withLock { $0.isClosed = true } }

    /// Lets all go who hang at it, and all who come.
    package func open() {
        let count = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        for _ in 0..<count { gate.signal() }
    }

    /// Hangs while it is closed.
    package func pass() {
        let hangs = state.withLock { state in
            if state.isClosed { state.waiting += 1 }
            return state.isClosed
        }
        if hangs { gate.wait() }
    }
}
