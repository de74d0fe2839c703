import Devices

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
        mutating func add(_ user: Int, every: Duration, at now: Instant) {
            entries[user] = Entry(every: every, due: now)
        }

        mutating func remove(_ user: Int) {
            entries[user] = nil
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
            for (user, entry) in taken {
                // By the grid, so that lateness does not add up; times that were missed are
                // skipped. One that went along early moves to the others' grid.
                let next = (entry.due <= now ? entry.due : now) + entry.every
                entries[user]?.due = next > now ? next : now + entry.every
            }
            return taken.keys.sorted()
        }
    }
}
