import DriverKit
import Threads

extension DS18B20 {
    /// A thermometer that is to be read, and its sensor.
    struct ReadRequest: Sendable {
        let thermometer: Thermometer
        let sensor: Sensor

        var user: Int { thermometer.subscriberID }
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
            let known = waiting.map(\.user)
            waiting += requests.filter { !known.contains($0.user) }
        }

        mutating func remove(_ user: Int) {
            waiting.removeAll { $0.user == user }
        }

        /// The cycle that was under way is over: those who wait are the next.
        mutating func beginCycle() -> [ReadRequest] {
            (waiting, underWay) = ([], waiting)
            return underWay
        }
    }
}
