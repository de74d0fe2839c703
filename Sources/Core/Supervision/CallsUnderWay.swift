import Synchronization
import Threads

/// Calls that are under way and may hang, of something that is closed at its end: tells when none is left.
final class CallsUnderWay: Sendable {
    private struct State {
        var count = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let over = Latch()

    /// A call begins, or waits for its turn.
    func begin() {
        state.withLock { $0.count += 1 }
    }

    /// One that had begun is done.
    func end() {
        let isOver = state.withLock { state in
            state.count -= 1
            return state.isClosed && state.count == 0
        }
        if isOver { over.open() }
    }

    /// None begins any more that matters. To be said in a call.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    func during(_ call: () -> Void) {
        begin()
        call()
        end()
    }

    /// Waits until it is closed and none is left, however long that takes.
    func wait() {
        over.wait()
    }

    /// Whether it is closed and none is left.
    var isOver: Bool { over.wait(atMost: .zero) }
}
