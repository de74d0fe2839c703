import Core
import DriverKit
import Synchronization
import Threads
import Values

extension DS18B20 {
    /// Reads for all thermometers of the process: one thread a bus, and none other ever reads there.
    ///
    /// A reading blocks, and one that never returns must not take anything else with it, and must
    /// not be tried again: it would take another thread. So a bus that hangs is left alone until
    /// it returns, and its thermometers are told so. The cycle under way owns the reader, so that
    /// thermometers which are restarted meanwhile find the same one.
    ///
    /// Signals are blocked on the threads: one would make the kernel break off the conversion.
    final class Reader: Sendable {
        private struct State {
            var thermometers: [Int: Thermometer] = [:]
            var latestID = 0
            var schedule = PollSchedule()
            var timer: WakeTimer?
            var buses: [String: BusQueue] = [:]

            func setTimer() {
                timer?.set(schedule.nextDue.map(WakeTimer.Schedule.at) ?? .never)
            }
        }

        private let files: any W1Files
        private let scheduler: any Scheduler
        private let state = Mutex(State())

        /// How long a cycle may take: the slowest reading that was ever reported took 1.8 s.
        private static let timeout = Duration.seconds(10)
        private static let timeoutPerSensor = Duration.seconds(2)
        private static let timeoutReading = Reading.lost(
            DeviceError(.timeout, "a reading does not return: the 1-Wire bus hangs"))

        init(_ files: any W1Files, _ scheduler: any Scheduler) {
            self.files = files
            self.scheduler = scheduler
            let timer = WakeTimer(scheduler, name: "1-wire") { [weak self] now in
                self?.serve(at: now)
            }
            state.withLock { $0.timer = timer }
        }

        // MARK: Who is read

        /// A number for a thermometer that will subscribe.
        func newSubscriberID() -> Int {
            state.withLock { state in
                state.latestID += 1
                return state.latestID
            }
        }

        /// Reads for this thermometer from now on.
        func subscribe(_ thermometer: Thermometer) {
            let now = scheduler.now
            state.withLock { state in
                state.thermometers[thermometer.subscriberID] = thermometer
                state.schedule.add(
                    thermometer.subscriberID, every: thermometer.every, at: now)
                state.setTimer()
            }
        }

        func unsubscribe(_ subscriberID: Int) {
            state.withLock { state in
                state.thermometers[subscriberID] = nil
                state.schedule.remove(subscriberID)
                for bus in state.buses.keys {
                    state.buses[bus]?.remove(subscriberID)
                }
                state.setTimer()
            }
        }

        // MARK: The buses

        /// Brings everybody who is due to the bus of their sensor.
        private func serve(at now: Instant) {
            let due = state.withLock { state in
                defer { state.setTimer() }
                return state.schedule.takeDue(at: now).compactMap { state.thermometers[$0] }
            }
            let found = Result { () throws(DeviceError) in try BusInventory(files) }
            if case .success(let inventory) = found { forgetBuses(notIn: inventory) }
            var requests: [String: [ReadRequest]] = [:]
            for thermometer in due {
                do throws(DeviceError) {
                    let sensor = try found.get().find(thermometer.id)
                    requests[sensor.bus, default: []]
                        .append(ReadRequest(thermometer: thermometer, sensor: sensor))
                } catch {
                    _ = thermometer.record(.lost(error), of: nil, at: now)
                }
            }
            for (bus, requests) in requests { queue(requests, for: bus, at: now) }
        }

        /// How many buses have a queue.
        var busCount: Int { state.withLock { $0.buses.count } }

        /// A master on USB has another name each time that it is plugged in.
        private func forgetBuses(notIn inventory: BusInventory) {
            let present = Set(inventory.sensors.map(\.bus))
            state.withLock { state in
                state.buses = state.buses.filter { $0.value.isBusy || present.contains($0.key) }
            }
        }

        private func queue(_ requests: [ReadRequest], for bus: String, at now: Instant) {
            let isHung = state.withLock { state in
                var queue = state.buses[bus] ?? makeQueue(bus)
                queue.add(requests)
                if !queue.isBusy { begin(&queue, bus) }
                state.buses[bus] = queue
                return queue.isHung
            }
            if isHung { recordTimeout(requests, at: now) }
        }

        private func makeQueue(_ bus: String) -> BusQueue {
            BusQueue(
                WorkQueue("1-wire"),
                deadline: WakeTimer(scheduler, name: "1-wire.deadline") { [weak self] now in
                    self?.giveUp(bus, at: now)
                })
        }

        /// Begins a cycle for everybody who waits; the deadline is somebody else's thread.
        private func begin(_ queue: inout BusQueue, _ bus: String) {
            let requests = queue.beginCycle()
            guard !requests.isEmpty else { return queue.deadline.set(.never) }
            let limit = Self.timeout + Self.timeoutPerSensor * requests.count
            queue.deadline.set(.at(scheduler.now + limit))
            queue.queue.add { self.read(requests, bus) }
        }

        /// The cycle does not end: whoever hoped for it is told.
        private func giveUp(_ bus: String, at now: Instant) {
            let hoping = state.withLock { state in
                guard let queue = state.buses[bus], queue.isBusy else { return [ReadRequest]() }
                state.buses[bus]?.isHung = true
                return queue.underWay + queue.waiting
            }
            recordTimeout(hoping, at: now)
        }

        private func recordTimeout(_ requests: [ReadRequest], at now: Instant) {
            for request in requests {
                _ = request.thermometer.record(Self.timeoutReading, of: nil, at: now)
            }
        }

        // MARK: On the bus's thread

        private func read(_ requests: [ReadRequest], _ bus: String) {
            let scheduler = scheduler
            let present = (try? BusInventory(files))?.bulkSensors.filter { $0.bus == bus } ?? []
            let cycle = ConversionCycle(files: files, bus: bus, present: present) { scheduler.now }
            let unconfirmed = read(requests, in: cycle, bus)
            // A first reading is worth nothing alone, and the next one may be an hour away.
            if !unconfirmed.isEmpty { _ = read(unconfirmed, in: cycle, bus) }
            state.withLock { state in
                guard var queue = state.buses[bus] else { return }
                queue.isHung = false
                begin(&queue, bus)
                state.buses[bus] = queue
            }
        }

        /// - Returns: those whose reading another one has to confirm.
        private func read(
            _ requests: [ReadRequest], in cycle: ConversionCycle, _ bus: String
        ) -> [ReadRequest] {
            var wanted: [Sensor] = []
            for request in requests where !wanted.contains(request.sensor) {
                wanted.append(request.sensor)
            }
            var unconfirmed: [ReadRequest] = []
            cycle.read(wanted) { sensor, reading in
                let isHung = state.withLock { $0.buses[bus]?.isHung ?? false }
                guard !isHung else { return }
                for request in requests where request.sensor == sensor {
                    let followup = request.thermometer.record(
                        reading, of: sensor, at: scheduler.now)
                    if let configuration = followup.configuration {
                        configure(request, configuration)
                    }
                    if followup.needsConfirming { unconfirmed.append(request) }
                }
            }
            return unconfirmed
        }

        private func configure(_ request: ReadRequest, _ configuration: SensorConfiguration) {
            do throws(DeviceError) {
                try configuration.apply(to: request.sensor, files)
            } catch {
                request.thermometer.warnOnce(error)
            }
        }
    }
}
