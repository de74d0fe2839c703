import DriverKit
import Core
import Devices
import Synchronization

extension DS18B20 {
    /// One sensor of those that the reader reads.
    final class Thermometer: Driver {
        private struct State {
            var record: Record
            var isClosed = false
        }

        /// The sensor's name; `nil` for the only one.
        let id: String?
        let every: Duration
        private let tuning: SensorConfiguration
        private let reader: Reader
        private let log: Log
        private let state: Mutex<State>
        private let user = Mutex<Int?>(nil)
        private let hasComplained = Atomic(false)

        init(_ settings: Settings, _ context: DriverContext, _ reader: Reader) {
            id = settings.id
            every = settings.every
            tuning = settings.tuning
            log = context.log
            self.reader = reader
            let source = context.source(DS18B20.temperature)
            source.setStaleAfter(settings.every * 3)
            let outlet = SensorPublisher(source, log: context.log)
            state = Mutex(State(record: Record(settings, outlet)))
            let number = reader.join(self)
            user.withLock { $0 = number }
        }

        /// Returns at once, even while a reading hangs: what it gives in the end is dropped.
        func close() {
            state.withLock { $0.isClosed = true }
            if let number = user.withLock({ $0 }) { reader.leave(number) }
        }

        func diagnostics(at now: Instant) -> [Diagnostic] {
            state.withLock { $0.record.diagnostics }
        }

        /// Takes a reading.
        ///
        /// - Returns: what should be set in the sensor now, if anything.
        func take(_ reading: Reading, of sensor: Sensor?, at now: Instant) -> SensorConfiguration? {
            state.withLock { state in
                guard !state.isClosed else { return nil }
                state.record.take(reading, of: sensor, at: now)
                return state.record.wantsTuning(after: reading) ? tuning : nil
            }
        }

        /// Says once what could not be set.
        func complain(_ fault: DeviceError) {
            guard !hasComplained.exchange(true, ordering: .relaxed) else { return }
            log.warning("cannot tune the sensor: \(fault); it keeps its own resolution")
        }
    }
}
