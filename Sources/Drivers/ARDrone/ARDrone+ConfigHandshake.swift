import Devices

extension ARDrone {
    /// Sets configuration keys one after the other, each with the protocol's full handshake:
    /// clear the acknowledgement, send the key until it is acknowledged, clear again.
    ///
    /// Every datagram of it may be lost in either direction: what was sent is sent again until
    /// the navdata shows its effect.
    struct ConfigHandshake: Sendable {
        private enum Step {
            case clearing
            case asking(first: Instant, latest: Instant)
            case readyToAsk
            case done
        }

        /// How long to wait for an acknowledgement before the key is sent again.
        static let resendAfter = Duration.milliseconds(500)

        private var entries: ArraySlice<ConfigEntry>
        private var step = Step.clearing

        init(_ entries: [ConfigEntry]) {
            self.entries = entries[...]
        }

        var isComplete: Bool {
            if case .done = step { return true }
            return false
        }

        /// Takes in the acknowledgement bit of a packet.
        mutating func hear(isAcknowledged: Bool) {
            switch (step, isAcknowledged) {
            case (.clearing, false):
                step = entries.isEmpty ? .done : .readyToAsk
            case (.asking, true):
                entries = entries.dropFirst()
                step = .clearing
            case (.readyToAsk, true), (.done, true):
                // An acknowledgement of nothing we wait for: it must not pass for the next one.
                step = .clearing
            case (.clearing, true), (.asking, false), (.readyToAsk, false), (.done, false):
                break
            }
        }

        /// What to send now, if anything.
        mutating func next(at now: Instant) -> ATCommand? {
            switch step {
            case .clearing:
                return .clearAcknowledgement
            case .readyToAsk:
                return ask(first: now, at: now)
            case .asking(let first, let latest) where now - latest >= Self.resendAfter:
                return ask(first: first, at: now)
            case .asking, .done:
                return nil
            }
        }

        /// The key that is being asked for, and for how long already.
        func waiting(at now: Instant) -> (key: String, since: Duration)? {
            guard case .asking(let first, _) = step, let entry = entries.first else { return nil }
            return (entry.key, now - first)
        }

        private mutating func ask(first: Instant, at now: Instant) -> ATCommand? {
            guard let entry = entries.first else { return nil }
            step = .asking(first: first, latest: now)
            return .configure(entry)
        }
    }
}
