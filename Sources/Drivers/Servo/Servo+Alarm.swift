import Core
import Devices

extension Servo {
    /// The servo's one timer, set to whatever its motion waits for.
    struct Alarm: Sendable {
        private let scheduler: any Scheduler
        private let name: String
        private let turn: @Sendable (Instant) -> Void
        private var timer: (any Cancellable)?
        /// What the timer is set to.
        private var wake = SlewController.Wake.never

        init(
            _ scheduler: any Scheduler, name: String, turn: @escaping @Sendable (Instant) -> Void
        ) {
            self.scheduler = scheduler
            self.name = name
            self.turn = turn
        }

        /// Sets the timer. One that fires earlier than a single moment that is wanted stays: it
        /// finds nothing to do and is set anew, which is cheaper than a new timer each time that
        /// a lease is renewed.
        mutating func set(_ wanted: SlewController.Wake, at now: Instant) {
            guard wanted != wake else { return }
            if case .at(let time) = wanted, case .at(let set) = wake, set <= time { return }
            cancel()
            wake = wanted
            // A single timer must not find itself a hair early, for it does not come again.
            let run: @Sendable (Tick) -> Void = { [turn] tick in turn(max(tick.due, tick.now)) }
            switch wanted {
            case .never: break
            case .at(let time):
                timer = scheduler.after(max(.zero, time - now), name: name, run)
            case .steadily:
                timer = scheduler.every(SlewController.stepPeriod, name: name, run)
            }
        }

        /// Notes that a turn at `now` takes place: a single timer set for it is spent.
        mutating func spend(at now: Instant) {
            if case .at(let time) = wake, time <= now { cancel() }
        }

        mutating func cancel() {
            timer?.cancel()
            timer = nil
            wake = .never
        }
    }
}
