import DriverKit
import Threads
import Values

extension DS18B20 {
    /// When each thermometer is due.
    ///
    /// Those that are due soon go along with one that is due now: sensors that convert together
    /// cost the time of one. So thermometers of one interval fall into step, whenever each started.
    struct PollSchedule: Sendable {
        private struct Entry {
            let every: Duration
            var due: Instant
        }

        private var entries: [Int: Entry] = [:]

        /// The first time is now.
        mutating func add(_ subscriberID: Int, every: Duration, at now: Instant) {
            entries[subscriberID] = Entry(every: every, due: now)
        }

        mutating func remove(_ subscriberID: Int) {
            entries[subscriberID] = nil
        }

        /// When the next one is due; `nil` when there is none.
        var nextDue: Instant? {
            entries.values.map(\.due).min()
        }

        /// Takes those that are due, with those that would be soon: within half of their interval,
        /// and half of the interval of those that are due.
        mutating func takeDue(at now: Instant) -> [Int] {
            let due = entries.values.filter { $0.due <= now }
            guard let pace = due.map(\.every).min() else { return [] }
            let taken = entries.filter { $0.value.due <= now + min(pace, $0.value.every) / 2 }
            for (subscriberID, entry) in taken {
                // By the grid, so that lateness does not add up; times that were missed are
                // skipped. One that went along early moves to the others' grid.
                let next = (entry.due <= now ? entry.due : now) + entry.every
                entries[subscriberID]?.due = next > now ? next : now + entry.every
            }
            return taken.keys.sorted()
        }
    }

    /// A thermometer that is to be read, and its sensor.
    struct ReadRequest: Sendable {
        let thermometer: Thermometer
        let sensor: Sensor

        var subscriberID: Int { thermometer.subscriberID }
    }

    /// Who is read at a bus, and who waits there.
    struct BusQueue: Sendable {
        let queue: WorkQueue
        /// Until when the cycle under way may take.
        let deadline: WakeTimer
        /// Who is read in the cycle under way; nobody while there is none.
        private(set) var underWay: [ReadRequest] = []
        private(set) var waiting: [ReadRequest] = []
        /// The cycle under way has taken too long. What it still gives is too old to be told.
        var isHung = false

        init(_ queue: WorkQueue, deadline: WakeTimer) {
            self.queue = queue
            self.deadline = deadline
        }

        var isBusy: Bool { !underWay.isEmpty }

        mutating func add(_ requests: [ReadRequest]) {
            let known = waiting.map(\.subscriberID)
            waiting += requests.filter { !known.contains($0.subscriberID) }
        }

        mutating func remove(_ subscriberID: Int) {
            waiting.removeAll { $0.subscriberID == subscriberID }
        }

        /// The cycle that was under way is over: those who wait are the next.
        mutating func beginCycle() -> [ReadRequest] {
            (waiting, underWay) = ([], waiting)
            return underWay
        }
    }
}
