import Core
import Devices
import Dispatch
import LinuxIO
import Synchronization

extension DS18B20 {
    /// Reads one sensor, on a queue of its own: a reading blocks, and one that never returns must
    /// not take anything else with it.
    ///
    /// Dispatch gives the queue another thread while one hangs, and blocks signals on it; a signal
    /// would make the kernel break off the conversion.
    final class Thermometer: Driver {
        private struct State {
            var record: Record
            var timer: (any Cancellable)?
            var isClosed = false
            /// When the reading began that is still under way.
            var readingSince: Instant?
        }

        private let settings: Settings
        private let bus: Bus
        private let scheduler: any Scheduler
        private let log: Log
        private let queue: DispatchQueue
        private let state: Mutex<State>
        private let hasComplained = Atomic(false)

        init(_ settings: Settings, _ context: DriverContext) {
            self.settings = settings
            bus = Bus(sysfs: context.system.sysfs)
            scheduler = context.scheduler
            log = context.log
            queue = DispatchQueue(label: "roost.\(context.name).1-wire")
            let source = context.source(DS18B20.temperature)
            source.expectEvery(settings.every * 3)
            let outlet = SensorOutlet(source, log: context.log)
            state = Mutex(State(record: Record(settings, outlet)))
            let timer = scheduler.every(settings.every, name: context.name) { [weak self] tick in
                self?.begin(at: tick.now)
            }
            state.withLock { $0.timer = timer }
        }

        /// Returns at once, even while a reading hangs: what it gives in the end is dropped.
        func close() {
            state.withLock {
                $0.isClosed = true
                $0.timer?.cancel()
                $0.timer = nil
            }
        }

        func facts(at now: Instant) -> [Fact] {
            state.withLock { $0.record.facts }
        }

        /// Begins a reading, unless the last one is still under way.
        private func begin(at now: Instant) {
            let mayRead = state.withLock { state in
                guard !state.isClosed else { return false }
                guard let since = state.readingSince else {
                    state.readingSince = now
                    return true
                }
                let patience = max(.seconds(10), settings.every * 3)
                if now - since >= patience { state.record.loseToHang(at: now) }
                return false
            }
            if mayRead { queue.async { self.read() } }
        }

        /// One reading from end to end. Blocks.
        private func read() {
            let reading = bus.read(settings.id)
            let now = scheduler.now
            let unconfigured = state.withLock { $0.record.unconfigured(after: reading) }
            if let unconfigured { configure(unconfigured) }
            state.withLock { state in
                state.readingSince = nil
                if !state.isClosed { state.record.take(reading, at: now) }
            }
        }

        /// Sets the resolution where the service may; where it may not, the sensor works all the
        /// same, only slower or coarser than was asked.
        private func configure(_ sensor: SysfsDirectory) {
            do throws(IOError) {
                try bus.setResolution(settings.resolutionBits, of: sensor)
            } catch {
                guard !hasComplained.exchange(true, ordering: .relaxed) else { return }
                log.warning(
                    "cannot set \(settings.resolutionBits) bits: \(Fault(error)); "
                        + "the sensor keeps its own resolution")
            }
        }
    }
}
