import Values

extension ARDrone {
    /// Sets configuration keys one after the other, each with the protocol's full handshake:
    /// clear the acknowledgement, send the key until it is acknowledged, clear again.
    ///
    /// Every datagram of it may be lost in either direction: what was sent is sent again until
    /// the navdata shows its effect. A key is sent again only when the navdata say, half a second
    /// later, that it had none: while they are silent it may well have been taken, and a flip that
    /// is asked for twice is flown twice.
    struct ConfigHandshake: Sendable {
        private enum Step {
            case clearing
            case readyToAsk
            case asking(latest: Instant)
            case done
        }

        /// How long to wait for an acknowledgement before the key is sent again.
        static let resendAfter = Duration.milliseconds(500)

        private let ids: ConfigIDs?
        private var entries: ArraySlice<ConfigEntry>
        private var step = Step.clearing
        private var askedSince: Instant?
        /// How often the key that is being asked for was sent.
        private(set) var tries = 0

        /// Sets `entries` under `ids`; `nil` for a plain CONFIG, which speaks for nobody.
        init(_ entries: [ConfigEntry], ids: ConfigIDs? = nil) {
            self.entries = entries[...]
            self.ids = ids
        }

        var isComplete: Bool {
            if case .done = step { return true }
            return false
        }

        /// Whether the navdata said that the key, as sent last, had no effect.
        var hadNoEffect: Bool {
            if case .readyToAsk = step { return tries > 0 }
            return false
        }

        /// Takes in the acknowledgement bit of a packet.
        mutating func receive(isAcknowledged: Bool, at now: Instant) {
            switch (step, isAcknowledged) {
            case (.clearing, false):
                step = entries.isEmpty ? .done : .readyToAsk
            case (.asking, true):
                entries = entries.dropFirst()
                (askedSince, tries) = (nil, 0)
                step = .clearing
            case (.asking(let latest), false):
                if now - latest >= Self.resendAfter { step = .readyToAsk }
            case (.readyToAsk, true) where tries > 0:
                // It came late, but it came.
                step = .asking(latest: now)
                receive(isAcknowledged: true, at: now)
            case (.readyToAsk, true), (.done, true):
                // An acknowledgement of nothing we wait for: it must not pass for the next one.
                step = .clearing
            case (.clearing, true), (.readyToAsk, false), (.done, false):
                break
            }
        }

        /// What to send now, if anything, in one datagram and in this order.
        mutating func next(at now: Instant) -> [ATCommand] {
            switch step {
            case .clearing: [.clearAcknowledgement]
            case .readyToAsk: ask(at: now)
            case .asking, .done: []
            }
        }

        /// The key that is being asked for, and for how long already.
        func waiting(at now: Instant) -> (key: String, since: Duration)? {
            guard let askedSince, let entry = entries.first else { return nil }
            return (entry.key, now - askedSince)
        }

        private mutating func ask(at now: Instant) -> [ATCommand] {
            guard let entry = entries.first else { return [] }
            step = .asking(latest: now)
            askedSince = askedSince ?? now
            tries += 1
            return (ids.map { [.identify($0)] } ?? []) + [.configure(entry)]
        }
    }
}
