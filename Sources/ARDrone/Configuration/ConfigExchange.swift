import Values

extension ARDrone {
    /// One dealing with the drone's configuration: set some keys, then perhaps read all of it back.
    ///
    /// There is one acknowledgement bit and one control port, so there is one of these at a time.
    struct ConfigExchange: Sendable {
        enum Outcome: Equatable, Sendable {
            /// Every key was acknowledged; nothing was to be read.
            case set
            case read(ConfigDump)
            /// Every key was acknowledged, but what the drone made of them is not known.
            case unread(String)
            /// This key was sent as often as may be, and never acknowledged.
            case unacknowledged(key: String)
        }

        private var handshake: ConfigHandshake
        private var reading: ConfigReading?
        /// How often a key is sent at most; `nil` for no end.
        private let maxTries: Int?

        init(
            _ entries: [ConfigEntry], ids: ConfigIDs? = nil, thenReads: Bool = false,
            maxTries: Int? = nil
        ) {
            handshake = ConfigHandshake(entries, ids: ids)
            reading = thenReads ? ConfigReading() : nil
            self.maxTries = maxTries
        }

        var outcome: Outcome? {
            if let maxTries, handshake.hadNoEffect, handshake.tries >= maxTries {
                return .unacknowledged(key: handshake.waiting(at: .zero)?.key ?? "")
            }
            guard handshake.isComplete else { return nil }
            guard let reading else { return .set }
            switch reading.result {
            case .dump(let dump): return .read(dump)
            case .failed(let why): return .unread(why)
            case nil: return nil
            }
        }

        /// Whether a connection to the control port is wanted.
        var wantsPort: Bool { reading?.wantsPort ?? false }

        /// The key that is being asked for, and for how long already.
        func waiting(at now: Instant) -> (key: String, since: Duration)? {
            handshake.waiting(at: now)
        }

        mutating func receive(isAcknowledged: Bool, at now: Instant) {
            // While the dump is read the bit is the dump's.
            guard handshake.isComplete, let reading, reading.result == nil else {
                return handshake.receive(isAcknowledged: isAcknowledged, at: now)
            }
            self.reading?.receive(isAcknowledged: isAcknowledged)
        }

        mutating func receive(_ event: ControlPortEvent, at now: Instant) {
            reading?.receive(event, at: now)
        }

        /// What to send now, in one datagram and in this order.
        mutating func next(at now: Instant) -> [ATCommand] {
            if case .unacknowledged = outcome { return [] }
            guard handshake.isComplete else { return handshake.next(at: now) }
            return reading?.next(at: now).map { [$0] } ?? []
        }
    }
}
