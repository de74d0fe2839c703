import Devices

extension ARDrone {
    /// What a drone must be told before it may take off, in its order: the keys that shape the
    /// stream, then on the ground those that shape the flight, then the flat trim.
    struct SetupPlan: Sendable {
        /// FTRIM is not confirmed by anything, so it goes out a few times.
        static let trimRepeats = 3
        /// How long a key may go unacknowledged before that is worth a log line.
        static let patience = Duration.seconds(5)

        private let setup: Link.Setup
        private var handshake: ConfigHandshake
        private var isAtFlightKeys = false
        private var trimsLeft: Int
        private var warnedKey: String?

        init(_ setup: Link.Setup) {
            self.setup = setup
            handshake = ConfigHandshake(setup.streamEntries)
            trimsLeft = setup.flatTrim ? Self.trimRepeats : 0
        }

        var isComplete: Bool {
            isAtFlightKeys && handshake.isComplete && trimsLeft == 0
        }

        /// Starts over with the keys. The trim is not repeated: who knows who holds the drone by then.
        mutating func repeatKeys() {
            handshake = ConfigHandshake(setup.streamEntries)
            isAtFlightKeys = false
            warnedKey = nil
        }

        mutating func hear(isAcknowledged: Bool) {
            handshake.hear(isAcknowledged: isAcknowledged)
        }

        /// What to send now, if anything; what changes a flight only while it stands on the ground.
        mutating func next(isGrounded: Bool, at now: Instant) -> ATCommand? {
            if !isAtFlightKeys, handshake.isComplete {
                isAtFlightKeys = true
                handshake = ConfigHandshake(setup.flightEntries)
            }
            guard !isAtFlightKeys || isGrounded else { return nil }
            if isAtFlightKeys, handshake.isComplete, trimsLeft > 0 {
                trimsLeft -= 1
                return .flatTrim
            }
            return handshake.next(at: now)
        }

        /// A key that has gone unacknowledged for too long; each is returned once.
        mutating func takeUnansweredKey(at now: Instant) -> LinkEvent? {
            guard let (key, time) = handshake.waiting(at: now), time >= Self.patience,
                key != warnedKey
            else { return nil }
            warnedKey = key
            return .configUnanswered(key: key, for: time)
        }
    }
}
