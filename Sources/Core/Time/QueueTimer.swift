import Dispatch
import Synchronization
import Threads
import Values

/// A Dispatch timer, on a serial queue of its own or, if it fires once, on the threads that all such
/// timers share.
///
/// The only file that makes timer sources: Dispatch does not ask for `@Sendable` handlers on
/// Linux, so a race would compile. These initialisers ask for it.
package final class QueueTimer: Cancellable {
    private let source: Mutex<any DispatchSourceTimer>

    /// Fires at `deadline`, and then every `period`.
    init(
        name: String, deadline: DispatchTime, period: Duration,
        handler: @escaping @Sendable () -> Void
    ) {
        let timer = Self.makeSource(Self.makeQueue(name))
        timer.schedule(
            deadline: deadline, repeating: .nanoseconds(Int(period.nanoseconds)),
            leeway: .nanoseconds(0))
        // The handler holds its source: Dispatch stops a source silently when its last owner lets
        // go, and nobody needs to keep the token of a timer that is to run on. `cancel` frees the
        // handler and with it this circle.
        timer.setEventHandler { withExtendedLifetime(timer, handler) }
        timer.activate()
        source = Mutex(timer)
    }

    /// Fires once, on a thread that may be wanted for others soon.
    init(onceAt deadline: DispatchTime, handler: @escaping @Sendable () -> Void) {
        let timer = Self.makeSource(.global(qos: Purpose.control.qos.qosClass))
        timer.schedule(deadline: deadline, leeway: .nanoseconds(0))
        timer.setEventHandler {
            timer.cancel()
            handler()
        }
        timer.activate()
        source = Mutex(timer)
    }

    /// Fires at each deadline that `set` is given; stops when nobody holds it any more.
    init(name: String, handler: @escaping @Sendable () -> Void) {
        let timer = Self.makeSource(Self.makeQueue(name))
        timer.schedule(deadline: .distantFuture, leeway: .nanoseconds(0))
        timer.setEventHandler(handler: handler)
        timer.activate()
        source = Mutex(timer)
    }

    /// Fires at `deadline`, in the place of what was set before.
    func set(_ deadline: DispatchTime) {
        source.withLock { $0.schedule(deadline: deadline, leeway: .nanoseconds(0)) }
    }

    package func cancel() {
        source.withLock { $0.cancel() }
    }

    private static func makeQueue(_ name: String) -> DispatchQueue {
        DispatchQueue(label: "roost.\(name)", qos: Purpose.control.qos)
    }

    /// Strict: the kernel must not coalesce control ticks with other timers to save power.
    private static func makeSource(_ queue: DispatchQueue) -> any DispatchSourceTimer {
        DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    }
}
