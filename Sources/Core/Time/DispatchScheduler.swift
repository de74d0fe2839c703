import Dispatch
import Glibc
import Threads
import Values

/// Real time: `CLOCK_MONOTONIC` and Dispatch timers.
package struct DispatchScheduler: Scheduler {
    package init() {}

    package var now: Instant {
        // On Linux Dispatch's uptime is CLOCK_MONOTONIC, so it compares with kernel time stamps.
        Instant(nanoseconds: Int64(DispatchTime.now().uptimeNanoseconds))
    }

    package func every(
        _ period: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        let start = now
        let grid = Locked(DeadlineGrid(start: start, period: period))
        return QueueTimer(name: name, deadline: start.dispatchTime, period: period) {
            let now = self.now
            work(grid.withLock { $0.serve(at: now) })
        }
    }

    package func timer(
        name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any OneShotTimer {
        SettableTimer(self, name: name, work)
    }

    package func after(
        _ delay: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        let due = now + delay
        return QueueTimer(onceAt: due.dispatchTime) {
            work(Tick(due: due, now: self.now, skipped: 0))
        }
    }

    package func sleep(for delay: Duration) {
        guard delay > .zero else { return }
        let (seconds, attoseconds) = delay.components
        var wait = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        // A signal ends it early.
        while nanosleep(&wait, &rest) != 0, errno == EINTR { wait = rest }
    }
}

/// One queue and one source for however often it is set.
private final class SettableTimer: OneShotTimer {
    private let clock: DispatchScheduler
    private let due = Locked(Instant.zero)
    private let timer: QueueTimer

    init(
        _ clock: DispatchScheduler, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) {
        self.clock = clock
        timer = QueueTimer(name: name) { [due] in
            work(Tick(due: due.value, now: clock.now, skipped: 0))
        }
    }

    func set(after delay: Duration) {
        let time = clock.now + delay
        due.value = time
        timer.set(time.dispatchTime)
    }

    func clear() {
        timer.set(.distantFuture)
    }

    func cancel() {
        timer.cancel()
    }
}

extension Instant {
    fileprivate var dispatchTime: DispatchTime {
        DispatchTime(uptimeNanoseconds: UInt64(clamping: nanoseconds))
    }
}
