import Core
import Devices
import DriverKit
import Synchronization

extension DS18B20 {
    /// One sensor of those that the reader reads.
    final class Thermometer: Driver {
        /// The sensor's name; `nil` for the only one.
        let id: String?
        let every: Duration
        let subscriberID: Int
        private let tuning: SensorConfiguration
        private let reader: Reader
        private let shell: DriverShell<SensorState>
        private let hasWarned = Atomic(false)

        init(_ settings: Settings, _ context: DriverContext, _ reader: Reader) {
            id = settings.id
            every = settings.every
            subscriberID = reader.newSubscriberID()
            tuning = settings.tuning
            self.reader = reader
            let publisher = SensorPublisher(
                context.source(DS18B20.temperature), every: settings.every, log: context.log)
            shell = DriverShell(
                context, SensorState(settings, publisher),
                .init(diagnostics: { state, _ in state.diagnostics }))
            reader.subscribe(self)
        }

        /// Returns at once, even while a reading hangs: what it gives in the end is dropped.
        func close() {
            shell.close()
            reader.unsubscribe(subscriberID)
        }

        func diagnostics(at now: Instant) -> [Diagnostic] { shell.diagnostics(at: now) }

        /// Takes a reading.
        ///
        /// - Returns: what should be set in the sensor now, if anything.
        func take(_ reading: Reading, of sensor: Sensor?, at now: Instant) -> SensorConfiguration? {
            let wantsTuning = shell.with { state in
                state.take(reading, of: sensor, at: now)
                return state.wantsTuning(after: reading)
            }
            return wantsTuning == true ? tuning : nil
        }

        /// Says once what could not be set.
        func warnOnce(_ fault: DeviceError) {
            guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
            shell.context.log.warning(
                "cannot tune the sensor: \(fault); it keeps its own resolution")
        }
    }
}
