import Core
import Devices
import Synchronization

extension Photoresistor {
    /// Polls the converter on the timers' own queues, where a slow conversion delays nobody else.
    final class LightSensor: Driver {
        private struct State {
            var record: Record
            /// The reading in the making.
            var window: Window?
            var timer: (any Cancellable)?
            var nextSample: (any Cancellable)?
            var isClosed = false
        }

        private let mains: Mains
        private let name: String
        private let scheduler: any Scheduler
        /// Apart from the state, so that `facts` and `close` never wait for a conversion.
        private let converter: Mutex<Converter>
        private let state: Mutex<State>

        init(_ settings: Settings, _ context: DriverContext) {
            mains = settings.mains
            name = context.name
            scheduler = context.scheduler
            converter = Mutex(Converter(settings, context.system))
            let source = context.source(Photoresistor.light)
            // Four readings: one more than the failures in a row that make an absence.
            source.expectEvery(settings.every * 4)
            state = Mutex(
                State(record: Record(settings, SensorOutlet(source, log: context.log))))
            let timer = scheduler.every(settings.every, name: name) { [weak self] tick in
                self?.begin(at: tick.now)
            }
            state.withLock { $0.timer = timer }
        }

        func close() {
            state.withLock {
                $0.isClosed = true
                $0.timer?.cancel()
                $0.timer = nil
                $0.nextSample?.cancel()
                $0.nextSample = nil
            }
        }

        func facts(at now: Instant) -> [Fact] {
            state.withLock { $0.record.facts }
        }

        /// Begins a reading, unless the last one is still in the making.
        private func begin(at now: Instant) {
            let mayBegin = state.withLock { state in
                guard !state.isClosed, state.window == nil else { return false }
                state.window = Window(mains, at: now)
                return true
            }
            if mayBegin { sample(at: now) }
        }

        private func sample(at now: Instant) {
            let result = converter.withLock { converter in
                Result { () throws(Fault) in try converter.share() }
            }
            state.withLock { state in
                guard !state.isClosed, var window = state.window else { return }
                state.window = nil
                switch result {
                case .success(let share):
                    if let mean = window.add(share) { return state.record.take(mean, at: now) }
                    let wait = max(.zero, window.nextAt - now)
                    state.window = window
                    state.nextSample = scheduler.after(wait, name: name) { [weak self] tick in
                        self?.sample(at: tick.now)
                    }
                case .failure(let fault): state.record.fail(fault, at: now)
                }
            }
        }
    }
}
