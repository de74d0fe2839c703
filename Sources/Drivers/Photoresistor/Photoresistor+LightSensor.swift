import DriverKit
import Core
import Devices
import Synchronization

extension Photoresistor {
    /// Polls the converter on its timer's own queue, where a slow conversion delays nobody else.
    final class LightSensor: Driver {
        private struct State {
            var record: Record
            var timer: (any Cancellable)?
            var isClosed = false
        }

        /// Apart from the state, so that `diagnostics` and `close` never wait for a conversion.
        private let converter: Mutex<Converter>
        private let state: Mutex<State>

        init(_ settings: Settings, _ context: DriverContext) {
            converter = Mutex(Converter(settings, context))
            let source = context.source(Photoresistor.light)
            // Four readings: one more than the failures in a row that make an absence.
            source.setStaleAfter(settings.every * 4)
            state = Mutex(
                State(record: Record(settings, SensorPublisher(source, log: context.log))))
            let timer = context.scheduler.every(settings.every, name: context.name) {
                [weak self] tick in self?.read(at: tick.now)
            }
            state.withLock { $0.timer = timer }
        }

        func close() {
            state.withLock {
                $0.isClosed = true
                $0.timer?.cancel()
                $0.timer = nil
            }
        }

        func diagnostics(at now: Instant) -> [Diagnostic] {
            state.withLock { $0.record.diagnostics }
        }

        private func read(at now: Instant) {
            let result = converter.withLock { converter in
                Result { () throws(DeviceError) in try converter.reading() }
            }
            state.withLock { state in
                guard !state.isClosed else { return }
                switch result {
                case .success(let fraction): state.record.take(fraction, at: now)
                case .failure(let fault): state.record.fail(fault, at: now)
                }
            }
        }
    }
}
