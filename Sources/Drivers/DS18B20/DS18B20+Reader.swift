import Core
import Devices
import Dispatch
import Synchronization

extension DS18B20 {
    /// Reads for all thermometers of the process: one thread a bus, and none other ever reads there.
    ///
    /// A reading blocks, and one that never returns must not take anything else with it, and must
    /// not be tried again: it would take another thread. So a bus that hangs is left alone until
    /// it returns, and its thermometers are told so. The turn under way owns the reader, so that
    /// thermometers which are restarted meanwhile find the same one.
    ///
    /// The threads are Dispatch's, a serial queue for each bus. Dispatch blocks signals on them; a
    /// signal would make the kernel break off the conversion.
    final class Reader: Sendable {
        private struct ReadRequest {
            let user: Int
            let thermometer: Thermometer
            let sensor: Sensor
        }

        private struct BusQueue {
            let queue: DispatchQueue
            /// Counts the turns, so that a deadline knows whether it is still about its own.
            var turn = 0
            var isBusy = false
            /// The turn under way has taken too long. What it still gives is too old to be told.
            var isHung = false
            var waiting: [ReadRequest] = []
            var deadline: (any Cancellable)?
        }

        private struct State {
            var thermometers: [Int: Thermometer] = [:]
            var nextUser = 0
            var rota = PollSchedule()
            var alarm: (any Cancellable)?
            var lanes: [String: BusQueue] = [:]
        }

        private let files: any Files
        private let scheduler: any Scheduler
        private let state = Mutex(State())

        /// How long a turn may take: the slowest reading that was ever reported took 1.8 s.
        private static let timeout = Duration.seconds(10)
        private static let patienceForEach = Duration.seconds(2)
        private static let hang = Reading.lost(
            DeviceError(.timeout, "a reading does not return: the 1-Wire bus hangs"))

        init(_ files: any Files, _ scheduler: any Scheduler) {
            self.files = files
            self.scheduler = scheduler
        }

        // MARK: Who is read

        /// Reads for this thermometer from now on.
        ///
        /// - Returns: its number, to leave with.
        func join(_ thermometer: Thermometer) -> Int {
            let now = scheduler.now
            return state.withLock { state in
                state.nextUser += 1
                state.thermometers[state.nextUser] = thermometer
                state.rota.add(state.nextUser, every: thermometer.every, at: now)
                setAlarm(&state, at: now)
                return state.nextUser
            }
        }

        func leave(_ user: Int) {
            let now = scheduler.now
            state.withLock { state in
                state.thermometers[user] = nil
                state.rota.remove(user)
                for bus in state.lanes.keys {
                    state.lanes[bus]?.waiting.removeAll { $0.user == user }
                }
                setAlarm(&state, at: now)
            }
        }

        private func setAlarm(_ state: inout State, at now: Instant) {
            state.alarm?.cancel()
            state.alarm = state.rota.nextDue.map { due in
                scheduler.after(max(.zero, due - now), name: "1-wire") { [weak self] tick in
                    self?.serve(at: tick.now)
                }
            }
        }

        // MARK: Taking turns

        /// Brings everybody who is due to the bus of their sensor.
        private func serve(at now: Instant) {
            let due = state.withLock { state in
                defer { setAlarm(&state, at: now) }
                return state.rota.takeDue(at: now).compactMap { user in
                    state.thermometers[user].map { (user: user, thermometer: $0) }
                }
            }
            do throws(DeviceError) {
                let roll = try BusInventory(files)
                var askers: [ReadRequest] = []
                for (user, thermometer) in due {
                    do throws(DeviceError) {
                        let sensor = try roll.find(thermometer.id)
                        askers.append(
                            ReadRequest(user: user, thermometer: thermometer, sensor: sensor))
                    } catch {
                        _ = thermometer.take(.lost(error), of: nil, at: now)
                    }
                }
                for (bus, askers) in Dictionary(grouping: askers, by: \.sensor.bus) {
                    queue(askers, for: bus, roll, at: now)
                }
            } catch {
                for (_, thermometer) in due {
                    _ = thermometer.take(.lost(error), of: nil, at: now)
                }
            }
        }

        private func queue(
            _ askers: [ReadRequest], for bus: String, _ roll: BusInventory, at now: Instant
        ) {
            let isHung = state.withLock { state in
                var lane =
                    state.lanes[bus]
                    ?? BusQueue(queue: DispatchQueue(label: "roost.1-wire.\(state.lanes.count)"))
                let known = lane.waiting.map(\.user)
                lane.waiting += askers.filter { !known.contains($0.user) }
                if !lane.isBusy { begin(&lane, bus) }
                state.lanes[bus] = lane
                return lane.isHung
            }
            guard isHung else { return }
            for asker in askers { _ = asker.thermometer.take(Self.hang, of: nil, at: now) }
        }

        /// Begins a turn for everybody who waits; the deadline is somebody else's thread.
        private func begin(_ lane: inout BusQueue, _ bus: String) {
            let askers = lane.waiting
            lane.waiting = []
            lane.isBusy = !askers.isEmpty
            guard lane.isBusy else { return }
            lane.turn += 1
            let turn = lane.turn
            let limit = Self.timeout + Self.patienceForEach * askers.count
            lane.deadline = scheduler.after(limit, name: "1-wire.deadline") { [weak self] tick in
                self?.giveUp(bus, turn, askers, at: tick.now)
            }
            lane.queue.async { self.take(askers, bus) }
        }

        /// The turn does not end: whoever hoped for it is told.
        private func giveUp(_ bus: String, _ turn: Int, _ askers: [ReadRequest], at now: Instant) {
            let waiting: [ReadRequest]? = state.withLock { state in
                guard let lane = state.lanes[bus], lane.isBusy, lane.turn == turn else {
                    return nil
                }
                state.lanes[bus]?.isHung = true
                return lane.waiting
            }
            guard let waiting else { return }
            for asker in askers + waiting {
                _ = asker.thermometer.take(Self.hang, of: nil, at: now)
            }
        }

        // MARK: On the bus's thread

        private func take(_ askers: [ReadRequest], _ bus: String) {
            let scheduler = scheduler
            let present = (try? BusInventory(files))?.sensors.filter { $0.bus == bus } ?? []
            let turn = Turn(files: files, bus: bus, present: present) { scheduler.now }
            var wanted: [Sensor] = []
            for asker in askers where !wanted.contains(asker.sensor) { wanted.append(asker.sensor) }
            turn.read(wanted) { sensor, reading in
                let isHung = state.withLock { $0.lanes[bus]?.isHung ?? false }
                guard !isHung else { return }
                for asker in askers where asker.sensor == sensor {
                    let tuning = asker.thermometer.take(
                        reading, of: sensor, at: scheduler.now)
                    if let tuning { tune(asker, tuning) }
                }
            }
            state.withLock { state in
                guard var lane = state.lanes[bus] else { return }
                lane.deadline?.cancel()
                lane.isHung = false
                begin(&lane, bus)
                state.lanes[bus] = lane
            }
        }

        private func tune(_ asker: ReadRequest, _ tuning: SensorConfiguration) {
            do throws(DeviceError) {
                try tuning.apply(to: asker.sensor, files)
            } catch {
                asker.thermometer.complain(error)
            }
        }
    }
}
