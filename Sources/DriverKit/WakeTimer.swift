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
        var armed: Schedule?
        /// For moments; made for the first one and then set again and again.
        var oneShot: (any OneShotTimer)?
        /// The regular times that are armed.
        var regular: (any Cancellable)?
        /// Tells regular times that are armed from those that were cancelled while they fired.
        var generation = 0
        var isRunning = false
        var isCancelled = false

        /// Whether what is armed fires in time. A moment that is put off keeps the timer, which
        /// then is armed again when it fires: cheaper than a new one for each lease that is renewed.
        var isCovered: Bool {
            switch (armed, wanted) {
            case (nil, .never): true
            case (.at(let armed)?, .at(let wanted)): armed <= wanted
            case (.every(let armed)?, .every(let wanted)): armed == wanted
            default: false
            }
        }

        mutating func disarm() {
            generation += 1
            if case .at? = armed { oneShot?.clear() }
            regular?.cancel()
            (armed, regular) = (nil, nil)
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
            state.oneShot?.cancel()
        }
    }

    deinit {
        cancel()
    }

    private func arm(_ state: inout State) {
        guard !state.isCancelled, !state.isRunning, !state.isCovered else { return }
        state.disarm()
        // Whoever fires before this is stored waits for the lock.
        switch state.wanted {
        case .never: return
        case .at(let time):
            if state.oneShot == nil {
                state.oneShot = scheduler.timer(name: name) { [weak self] tick in
                    self?.fireOnce(at: tick)
                }
            }
            state.oneShot?.set(after: max(.zero, time - scheduler.now))
        case .every(let period):
            let generation = state.generation
            state.regular = scheduler.every(period, name: name) { [weak self] tick in
                self?.fireRegularly(generation, at: tick)
            }
        }
        state.armed = state.wanted
    }

    private func fireOnce(at tick: Tick) {
        // A hair early, or from a moment that was taken back while it fired, it is armed again. Not
        // `tick.due`: that may be the moment that was set since.
        let now = tick.now
        run(at: now) { state in
            guard case .at(let time) = state.wanted, case .at? = state.armed else { return false }
            state.armed = nil
            guard time <= now else {
                arm(&state)
                return false
            }
            state.wanted = .never
            return true
        }
    }

    private func fireRegularly(_ generation: Int, at tick: Tick) {
        run(at: max(tick.due, tick.now)) { $0.generation == generation }
    }

    private func run(at now: Instant, if isDue: (inout State) -> Bool) {
        let isDue = state.withLock { state in
            guard !state.isCancelled, !state.isRunning, isDue(&state) else { return false }
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
