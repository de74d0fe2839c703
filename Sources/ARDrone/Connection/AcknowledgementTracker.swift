import Devices

extension ARDrone {
    /// Whether the drone takes our command numbers, as far as its navdata show it.
    ///
    /// It drops every number that is not above the last it took, of whichever client, and counts
    /// anew at a 1. A single datagram that says 1 may be lost, so until the drone is known to
    /// listen every datagram starts there.
    struct AcknowledgementTracker: Sendable {
        /// With the watchdog bit up for so long, though we speak, it does not take our numbers.
        static let deafAfter = Duration.milliseconds(500)
        /// The drone gives a link up after 2 s without a command; we begin anew before that.
        static let gapLimit = Duration.milliseconds(1500)

        private(set) var isHeard = false
        private var deafSince: Instant?
        private var spokeAt: Instant?

        /// Takes in the state bits of a packet.
        mutating func judge(_ bits: NavdataState, at now: Instant) {
            if bits.contains(.communicationLost) {
                isHeard = false
            } else if bits.contains(.communicationWatchdog) {
                let since = deafSince ?? now
                deafSince = since
                if now - since >= Self.deafAfter { isHeard = false }
            } else {
                deafSince = nil
                if spokeAt != nil { isHeard = true }
            }
        }

        /// Takes the drone for one that does not listen: nothing it does shows that it would.
        mutating func distrust() {
            isHeard = false
        }

        /// Notes that a datagram is about to be sent.
        mutating func speak(at now: Instant) {
            if let spokeAt, now - spokeAt >= Self.gapLimit { isHeard = false }
            spokeAt = now
        }
    }
}
