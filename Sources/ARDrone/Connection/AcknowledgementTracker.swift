import Values

extension ARDrone {
    /// Whether the drone takes our command numbers, as far as its navdata show it.
    ///
    /// It drops every number that is not above the last it took, of whichever client, and counts
    /// again at a 1. A single datagram that says 1 may be lost, so until the drone is known to
    /// listen every datagram starts there.
    struct AcknowledgementTracker: Sendable {
        /// With the watchdog bit up for so long, though we speak, it does not take our numbers.
        static let ignoredAfter = Duration.milliseconds(500)
        /// The drone gives a link up after 2 s without a command; we start over before that.
        static let gapLimit = Duration.milliseconds(1500)

        private(set) var isSynchronised = false
        private var ignoredSince: Instant?
        private var sentAt: Instant?

        /// Takes in the state bits of a packet.
        mutating func update(_ bits: NavdataState, at now: Instant) {
            if bits.contains(.communicationLost) {
                isSynchronised = false
            } else if bits.contains(.communicationWatchdog) {
                let since = ignoredSince ?? now
                ignoredSince = since
                if now - since >= Self.ignoredAfter { isSynchronised = false }
            } else {
                ignoredSince = nil
                if sentAt != nil { isSynchronised = true }
            }
        }

        /// Takes the drone for one that does not listen: nothing it does shows that it would.
        mutating func desynchronise() {
            isSynchronised = false
        }

        /// Notes that a datagram is about to be sent.
        mutating func recordSent(at now: Instant) {
            if let sentAt, now - sentAt >= Self.gapLimit { isSynchronised = false }
            sentAt = now
        }
    }
}
