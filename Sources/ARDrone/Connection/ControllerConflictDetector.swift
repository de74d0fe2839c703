import Values

extension ARDrone {
    /// Notices that somebody else commands the drone too.
    ///
    /// The drone tells the number of the last stick command that it took (`ui_seq` of option 6).
    /// One that we did not send is somebody else's. That is believed only after the drone has
    /// repeated our own numbers for a while: firmware that means something else by the field must
    /// not be taken for a rival.
    struct ControllerConflictDetector: Sendable {
        /// Datagrams whose numbers are remembered: two seconds of them, more than any delay at
        /// which one can still fly.
        private static let memory = 64
        /// How often our numbers must have come back before a foreign one means anything.
        private static let trustedAfter = 8
        /// A rival that has been silent for so long has left. One whose commands lie just before
        /// ours shows itself in one packet of ten only.
        private static let standsFor = Duration.milliseconds(800)

        private var sent: [ClosedRange<Int32>] = []
        private var oldest = 0
        private var echoes = 0
        private var lastHeard: Int32 = 0
        private var suspectedAt: Instant?
        private var conflictAt: Instant?

        /// Notes the numbers of a datagram that is about to be sent.
        mutating func recordSent(_ numbers: ClosedRange<Int32>) {
            guard sent.count == Self.memory else { return sent.append(numbers) }
            sent[oldest] = numbers
            oldest = (oldest + 1) % Self.memory
        }

        /// Takes in the number that a packet tells; 0 and `nil` tell nothing.
        ///
        /// Nor does one that stands still: of a drone that hears nobody, or of one that stopped
        /// long ago.
        mutating func receive(_ number: Int32?, at now: Instant) {
            guard let number, number > 0, number != lastHeard else { return }
            lastHeard = number
            if sent.contains(where: { $0.contains(number) }) {
                echoes = min(echoes + 1, Self.trustedAfter)
            } else if echoes == Self.trustedAfter {
                // One alone may be ours from before a long delay.
                if let suspectedAt, now - suspectedAt < Self.standsFor { conflictAt = now }
                suspectedAt = now
            }
        }

        func hasConflict(at now: Instant) -> Bool {
            conflictAt.map { now - $0 < Self.standsFor } ?? false
        }
    }
}
