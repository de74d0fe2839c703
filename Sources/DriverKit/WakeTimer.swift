import Core
import Devices
import Synchronization

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
        var armed: (schedule: Schedule, timer: any Cancellable)?
        /// Tells a timer that is armed from one that was cancelled while it fired.
        var generation = 0
        var isRunning = false
        var isCancelled = false

        /// Whether what is armed fires in time. A moment that is put off keeps the timer, which
        /// then is armed again when it fires: cheaper than a new one for each lease that is renewed.
        var isCovered: Bool {
            switch (armed?.schedule, wanted) {
            case (nil, .never): true
            case (.at(let armed)?, .at(let wanted)): armed <= wanted
            case (.every(let armed)?, .every(let wanted)): armed == wanted
            default: false
            }
        }

        mutating func disarm() {
            generation += 1
            armed?.timer.cancel()
            armed = nil
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

    /// Stops it for good. Work under way goes on to its end.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.disarm()
        }
    }

    deinit {
        state.withLock { $0.disarm() }
    }

    private func arm(_ state: inout State) {
        guard !state.isCancelled, !state.isRunning, !state.isCovered else { return }
        state.disarm()
        let generation = state.generation
        let fire: @Sendable (Tick) -> Void = { [weak self] tick in
            // A moment must not find itself a hair early, for it does not come again.
            self?.fire(generation, at: max(tick.due, tick.now))
        }
        // Whoever fires before this is stored waits for the lock.
        switch state.wanted {
        case .never: break
        case .at(let time):
            let delay = max(.zero, time - scheduler.now)
            state.armed = (state.wanted, scheduler.after(delay, name: name, fire))
        case .every(let period):
            state.armed = (state.wanted, scheduler.every(period, name: name, fire))
        }
    }

    private func fire(_ generation: Int, at now: Instant) {
        let isDue = state.withLock { state in
            guard state.generation == generation, !state.isCancelled else { return false }
            if case .at(let time) = state.wanted {
                state.armed = nil
                guard time <= now else {
                    arm(&state)
                    return false
                }
                state.wanted = .never
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
