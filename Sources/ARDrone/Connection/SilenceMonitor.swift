import Values

extension ARDrone {
    /// How long the drone has been silent, and when it is asked for its navdata.
    struct SilenceMonitor: Sendable {
        /// A little-endian 1: unicast to whoever sent this.
        static let wakePacket: [UInt8] = [1, 0, 0, 0]
        private static let wakeEvery = Duration.milliseconds(200)
        /// Silence after which the stream is asked for again, in case it goes elsewhere: four times
        /// the usual pause between two packets. Asking is always safe.
        private static let quietAfter = Duration.milliseconds(300)
        /// Silence after which the link counts as lost.
        static let lostAfter = Duration.seconds(1)
        /// How long it asks, or lets a landed drone be silent, before it calls the drone absent.
        private static let absentAfter = Duration.seconds(5)

        private var heardAt: Instant
        private var nextWake: Instant
        /// Since when a drone that was not heard yet is asked.
        private var wakingSince: Instant

        init(at now: Instant) {
            (heardAt, nextWake, wakingSince) = (now, now, now)
        }

        mutating func receive(at now: Instant) {
            heardAt = now
        }

        func duration(at now: Instant) -> Duration { now - heardAt }
        func isQuiet(at now: Instant) -> Bool { duration(at: now) >= Self.quietAfter }
        func isLoss(at now: Instant) -> Bool { duration(at: now) >= Self.lostAfter }
        /// Whether a drone that was lost on the ground counts as gone.
        func isAbsence(at now: Instant) -> Bool { duration(at: now) >= Self.absentAfter }
        /// Whether a drone that never answered counts as not there.
        func hasAskedInVain(at now: Instant) -> Bool { now - wakingSince >= Self.absentAfter }

        /// Has the drone asked in the next tick.
        mutating func wakeNow(at now: Instant) {
            nextWake = now
        }

        /// Asks on for a drone that is gone, which counts as not there from the start.
        mutating func forgetDrone(at now: Instant) {
            wakingSince = now - Self.absentAfter
        }

        /// Whether the drone is to be asked now.
        mutating func isWakeDue(at now: Instant) -> Bool {
            guard now >= nextWake else { return false }
            nextWake = now + Self.wakeEvery
            return true
        }
    }
}
