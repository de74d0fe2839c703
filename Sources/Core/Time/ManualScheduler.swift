import Synchronization
import Values

/// Time that moves only by hand. Due work runs in the order of its deadlines, on the caller's
/// thread, and the clock stands at each deadline while its work runs.
package final class ManualScheduler: Scheduler {
    private struct Job {
        let id: Int
        let work: @Sendable (Tick) -> Void
        var due: Instant
        let period: Duration?
    }

    private struct State {
        var now: Instant
        var jobs: [Job] = []
        var nextID = 0
    }

    private let state: Mutex<State>

    package init(now: Instant = .zero) {
        state = Mutex(State(now: now))
    }

    package var now: Instant {
        state.withLock { $0.now }
    }

    package func every(
        _ period: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        add(after: .zero, period: period, work)
    }

    package func after(
        _ delay: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        add(after: delay, period: nil, work)
    }

    /// Moves time on. What falls due meanwhile runs late, once time is moved by hand again.
    package func sleep(for delay: Duration) {
        state.withLock { $0.now = $0.now + max(.zero, delay) }
    }

    /// Moves time on and runs everything that falls due on the way.
    package func advance(by duration: Duration) { advance(to: now + duration) }

    package func advance(to end: Instant) {
        while let job = takeJob(dueBy: end) {
            // Later than due, where somebody has paused.
            job.work(Tick(due: job.due, now: now, skipped: 0))
        }
        state.withLock { $0.now = max($0.now, end) }
    }

    /// How many timers are waiting: a test can tell that none was left behind.
    package var pendingCount: Int {
        state.withLock { $0.jobs.count }
    }

    private func add(
        after delay: Duration, period: Duration?, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        let id = state.withLock { state in
            state.nextID += 1
            state.jobs.append(
                Job(id: state.nextID, work: work, due: state.now + delay, period: period))
            return state.nextID
        }
        return Token { [weak self] in
            self?.state.withLock { state in state.jobs.removeAll { $0.id == id } }
        }
    }

    /// Takes the earliest job that is due, moves the clock to it and puts a repeating one back.
    private func takeJob(dueBy end: Instant) -> Job? {
        state.withLock { state in
            let earliest = state.jobs.indices.min {
                (state.jobs[$0].due, state.jobs[$0].id) < (state.jobs[$1].due, state.jobs[$1].id)
            }
            guard let index = earliest, state.jobs[index].due <= end else { return nil }
            let job = state.jobs[index]
            state.now = max(state.now, job.due)
            if let period = job.period {
                state.jobs[index].due = job.due + period
            } else {
                state.jobs.remove(at: index)
            }
            return job
        }
    }

    private struct Token: Cancellable {
        let onCancel: @Sendable () -> Void

        func cancel() { onCancel() }
    }
}

extension Scheduler {
    /// Made of `after`, for time that is moved by hand.
    package func timer(
        name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any OneShotTimer {
        SingleTimer { self.after($0, name: name, work) }
    }
}

/// One that makes a timer each time that it is set.
private final class SingleTimer: OneShotTimer {
    private struct State {
        var timer: (any Cancellable)?
        var isCancelled = false
    }

    private let make: @Sendable (Duration) -> any Cancellable
    private let state = Mutex(State())

    init(_ make: @escaping @Sendable (Duration) -> any Cancellable) {
        self.make = make
    }

    deinit {
        clear()
    }

    func set(after delay: Duration) {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = state.isCancelled ? nil : make(delay)
        }
    }

    func clear() {
        state.withLock { $0.timer?.cancel() }
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        clear()
    }
}
