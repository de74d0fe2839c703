import Core
import Synchronization
import Values

/// One timer that is set again and again: to a moment, to regular times, or to nothing.
///
/// Its work never overlaps with itself. What is set meanwhile counts once the work has returned, so
/// work that hangs at a device costs one thread, however often the timer is set.
package final class WakeTimer: Sendable {
    package enum Schedule: Equatable, Sendable {
        case never
        /// Once. A moment that has passed is now.
        case at(Instant)
        /// At once, and then by a grid, so that lateness does not add up.
        case every(Duration)
    }

    private struct State {
        var wanted = Schedule.never
        /// What the timer is set to.
        var armed: Schedule?
        /// Made for the first moment and then set again and again: each new one would cost a queue
        /// and a descriptor.
        var timer: (any OneShotTimer)?
        /// The regular times under way: the next of them, on the grid of the first.
        var grid: (period: Duration, due: Instant)?
        var isRunning = false
        var isCancelled = false

        /// Whether what is armed fires in time. A moment that is put off keeps the timer, which
        /// then is armed again when it fires: cheaper than to set it for each lease that is renewed.
        var isCovered: Bool {
            switch (armed, wanted) {
            case (.at(let armed)?, .at(let wanted)): armed <= wanted
            case (.every(let armed)?, .every(let wanted)): armed == wanted
            default: false
            }
        }

        mutating func disarm() {
            if armed != nil { timer?.clear() }
            armed = nil
        }

        /// When to fire for what is wanted.
        mutating func nextDue(at now: Instant) -> Instant? {
            guard case .every(let period) = wanted else {
                grid = nil
                if case .at(let time) = wanted { return time }
                return nil
            }
            var due = now
            if let grid, grid.period == period { due = grid.due }
            let (late, step) = ((now - due).nanoseconds, period.nanoseconds)
            // Missed by a period or more, it is not made up for.
            if late >= step { due = due + period * ((late + step - 1) / step) }
            grid = (period, due)
            return due
        }

        /// Whether what is wanted is due; it counts as done then.
        mutating func takeDue(at now: Instant) -> Bool {
            switch wanted {
            case .never:
                return false
            case .at(let time):
                guard time <= now else { return false }
                wanted = .never
            case .every(let period):
                guard let due = grid?.due, due <= now else { return false }
                grid = (period, due + period)
            }
            return true
        }
    }

    private let scheduler: any Scheduler
    private let name: String
    private let work: @Sendable (Instant) -> Void
    private let state = Mutex(State())

    /// A timer that is set to nothing yet. `work` gets the time, which is never before the moment
    /// that was set.
    package init(
        _ scheduler: any Scheduler, name: String, work: @escaping @Sendable (Instant) -> Void
    ) {
        self.scheduler = scheduler
        self.name = name
        self.work = work
    }

    package func set(_ schedule: Schedule) {
        state.withLock { state in
            state.wanted = schedule
            arm(&state)
        }
    }

    /// Stops it permanently. Work under way goes on to its end.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.disarm()
            state.timer?.cancel()
        }
    }

    deinit {
        cancel()
    }

    private func arm(_ state: inout State) {
        guard !state.isCancelled, !state.isRunning, !state.isCovered else { return }
        state.disarm()
        let now = scheduler.now
        guard let due = state.nextDue(at: now) else { return }
        if state.timer == nil {
            state.timer = scheduler.timer(name: name) { [weak self] tick in self?.fire(at: tick) }
        }
        // Whoever fires before this is stored waits for the lock.
        state.timer?.set(after: max(.zero, due - now))
        state.armed = state.wanted
    }

    private func fire(at tick: Tick) {
        // Not `tick.due`: that may be the moment that was set since.
        let now = tick.now
        let isDue = state.withLock { state in
            guard !state.isCancelled, !state.isRunning, state.armed != nil else { return false }
            state.armed = nil
            guard state.takeDue(at: now) else {
                // A hair early, or from a moment that was taken back while it fired.
                arm(&state)
                return false
            }
            state.isRunning = true
            return true
        }
        guard isDue else { return }
        work(now)
        state.withLock { state in
            state.isRunning = false
            arm(&state)
        }
    }
}
