import Devices
import Dispatch
import Glibc
import Synchronization

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
        let grid = LockedGrid(DeadlineGrid(start: start, period: period))
        return QueueTimer(name: name, deadline: start.dispatchTime, period: period) {
            work(grid.serve(at: self.now))
        }
    }

    package func after(
        _ delay: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        let due = now + delay
        return QueueTimer(name: name, deadline: due.dispatchTime, period: nil) {
            work(Tick(due: due, now: self.now, skipped: 0))
        }
    }

    package func pause(for delay: Duration) {
        guard delay > .zero else { return }
        let (seconds, attoseconds) = delay.components
        var wait = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        // A signal ends it early.
        while nanosleep(&wait, &rest) != 0, errno == EINTR { wait = rest }
    }
}

/// The grid of a timer; a class because a mutex cannot be captured.
private final class LockedGrid: Sendable {
    private let grid: Mutex<DeadlineGrid>

    init(_ grid: DeadlineGrid) {
        self.grid = Mutex(grid)
    }

    func serve(at now: Instant) -> Tick {
        grid.withLock { $0.serve(at: now) }
    }
}

extension Instant {
    fileprivate var dispatchTime: DispatchTime {
        DispatchTime(uptimeNanoseconds: UInt64(clamping: nanoseconds))
    }
}
