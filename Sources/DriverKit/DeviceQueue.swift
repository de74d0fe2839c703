import Threads
import Values

/// Makes the calls to one device, or to one bus, one at a time on a thread of its own.
///
/// A call to a device on a dead bus may never return, and nothing takes a call of the kernel's back.
/// So whoever asks waits for it only so long; and as long as it hangs nobody makes another one,
/// which would only take another thread. The call under way holds the queue, so that a driver that
/// is restarted meanwhile is given the same one (`DriverContext.shared`) and knows.
package final class DeviceQueue: Sendable {
    private let name: String
    private let queue: WorkQueue
    /// Whether a call under way has taken too long.
    private let isHung = Locked(false)

    package init(_ name: String) {
        self.name = name
        queue = WorkQueue(name)
    }

    /// Makes the call when those before it are done, and gives what it gives.
    ///
    /// - Throws: what it throws; and `timeout` if it is not done within `limit`, or another one
    ///   hangs already.
    package func call<Value: Sendable>(
        atMost limit: Duration, _ work: @escaping @Sendable () throws(DeviceError) -> Value
    ) throws(DeviceError) -> Value {
        guard !isHung.value else { throw hangs }
        let call = QueuedCall<Value>()
        queue.add {
            guard call.begin() else { return }
            let outcome = Result { () throws(DeviceError) in try work() }
            // What is given up has said that the queue hangs, and then this is the end of it.
            call.finish(outcome) { self.isHung.value = false }
        }
        switch call.end(within: limit, hangs: { self.isHung.value = true }) {
        case .finished(let outcome): return try outcome.get()
        case .begun: throw hangs
        case .waiting, .givenUp:
            throw DeviceError(.timeout, "\(name) is busy: others are asked there for too long")
        }
    }

    private var hangs: DeviceError {
        DeviceError(
            .timeout, "a call to \(name) \(DeviceError.hangs); no other is made before it does")
    }
}

/// One call, as whoever waits for it and whoever makes it see it.
private final class QueuedCall<Value: Sendable>: Sendable {
    enum Progress: Sendable {
        case waiting, begun
        case finished(Result<Value, DeviceError>)
        /// Nobody waits for it any more.
        case givenUp
    }

    private let progress = Locked(Progress.waiting)
    private let done = Latch()

    /// Whether somebody still waits for it.
    func begin() -> Bool {
        progress.withLock { progress in
            guard case .waiting = progress else { return false }
            progress = .begun
            return true
        }
    }

    func finish(_ outcome: Result<Value, DeviceError>, wasGivenUp: () -> Void) {
        progress.withLock { progress in
            if case .givenUp = progress { wasGivenUp() } else { progress = .finished(outcome) }
        }
        done.open()
    }

    /// Waits for at most `limit`, and then gives it up: what has not begun never will, and `hangs`
    /// is called if it has.
    ///
    /// - Returns: how far it came.
    func end(within limit: Duration, hangs: () -> Void) -> Progress {
        _ = done.wait(atMost: limit)
        return progress.withLock { progress in
            let reached = progress
            if case .finished = reached { return reached }
            if case .begun = reached { hangs() }
            progress = .givenUp
            return reached
        }
    }
}
