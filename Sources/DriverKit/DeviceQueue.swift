import Devices
import Dispatch
import Synchronization
import Threads

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
    private let isHung = Mutex(false)

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
        guard !isHung.withLock({ $0 }) else { throw hangs }
        let call = QueuedCall<Value>()
        queue.add {
            guard call.begin() else { return }
            let outcome = Result { () throws(DeviceError) in try work() }
            // What is given up has said that the queue hangs, and then this is the end of it.
            call.finish(outcome) { self.isHung.withLock { $0 = false } }
        }
        if let outcome = call.outcome(within: limit) { return try outcome.get() }
        let wasBegun = call.giveUp { self.isHung.withLock { $0 = true } }
        switch wasBegun {
        case .finished(let outcome): return try outcome.get()
        case .begun: throw hangs
        case .waiting:
            throw DeviceError(.timeout, "\(name) is busy: others are asked there for too long")
        }
    }

    private var hangs: DeviceError {
        DeviceError(.timeout, "a call to \(name) does not return; it is asked again when it does")
    }
}

/// One call, as whoever waits for it and whoever makes it see it.
private final class QueuedCall<Value: Sendable>: Sendable {
    enum Progress: Sendable {
        case waiting, begun
        case finished(Result<Value, DeviceError>)
    }

    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    private final class State {
        var progress = Progress.waiting
        var isGivenUp = false
    }

    private let state = Mutex(State())
    private let done = DispatchSemaphore(value: 0)

    /// Whether somebody still waits for it.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isGivenUp else { return false }
            state.progress = .begun
            return true
        }
    }

    func finish(_ outcome: Result<Value, DeviceError>, wasGivenUp: () -> Void) {
        state.withLock { state in
            state.progress = .finished(outcome)
            if state.isGivenUp { wasGivenUp() }
        }
        done.signal()
    }

    func outcome(within limit: Duration) -> Result<Value, DeviceError>? {
        let time = DispatchTimeInterval.nanoseconds(Int(limit.nanoseconds))
        guard done.wait(timeout: .now() + time) == .success,
            case .finished(let outcome) = state.withLock({ $0.progress })
        else { return nil }
        return outcome
    }

    /// Waits no longer. What has not begun never will; `hangs` is called if it has.
    func giveUp(hangs: () -> Void) -> Progress {
        state.withLock { state in
            state.isGivenUp = true
            if case .begun = state.progress { hangs() }
            return state.progress
        }
    }
}
