import Devices
import Dispatch
import Synchronization

/// A Dispatch timer on a serial queue of its own.
///
/// The only file that makes timer sources: Dispatch does not ask for `@Sendable` handlers on
/// Linux, so a race would compile. This initialiser asks for it.
package final class QueueTimer: Cancellable {
    private let source: Mutex<any DispatchSourceTimer>

    /// Starts a timer that fires at `deadline`, and then every `period` if there is one.
    init(
        name: String, deadline: DispatchTime, period: Duration?,
        handler: @escaping @Sendable () -> Void
    ) {
        let queue = DispatchQueue(label: "roost.\(name)", qos: .userInteractive)
        // Strict: the kernel must not coalesce control ticks with other timers to save power.
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        if let period {
            timer.schedule(
                deadline: deadline, repeating: .nanoseconds(Int(period.nanoseconds)),
                leeway: .nanoseconds(0))
        } else {
            timer.schedule(deadline: deadline, leeway: .nanoseconds(0))
        }
        // The handler holds its source: Dispatch stops a source silently when its last owner lets
        // go, and nobody needs to keep the token of a timer that is to run on. `cancel` frees the
        // handler and with it this circle.
        let isOneShot = period == nil
        timer.setEventHandler {
            if isOneShot { timer.cancel() }
            handler()
        }
        timer.activate()
        source = Mutex(timer)
    }

    package func cancel() {
        source.withLock { $0.cancel() }
    }
}
