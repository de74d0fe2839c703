import Values

extension ARDrone {
    /// All that is said about the drone's configuration, by the init sequence and by actions.
    ///
    /// The drone has one acknowledgement bit and one control port, so there is one exchange at a time.
    /// That of an action goes before the init sequence, which waits where it is.
    struct ConfigurationChannel: Sendable {
        private(set) var initSequence: InitSequence
        /// That of an action, for as long as the action wants it. It is gone too when the drone must be
        /// set up again: whoever was about to set a key must ask again.
        var action: ConfigExchange?

        init(_ setup: Link.Setup) {
            initSequence = InitSequence(setup)
        }

        /// Whether the init sequence leaves the channel to an action.
        func isFree(isGrounded: Bool) -> Bool {
            !initSequence.isBusy(isGrounded: isGrounded)
        }

        /// Whether a connection to the control port must stand; when not, none may.
        var wantsPort: Bool { (action ?? initSequence.exchange).wantsPort }

        mutating func receive(isAcknowledged: Bool, at now: Instant) {
            if action == nil {
                initSequence.exchange.receive(isAcknowledged: isAcknowledged, at: now)
            }
            action?.receive(isAcknowledged: isAcknowledged, at: now)
            recordDump()
        }

        /// Takes in what came of the control port.
        mutating func receive(_ event: ControlPortEvent, at now: Instant) {
            if action == nil { initSequence.exchange.receive(event, at: now) }
            action?.receive(event, at: now)
            recordDump()
        }

        /// What to send now, in one datagram and in this order.
        mutating func next(isGrounded: Bool, at now: Instant) -> [ATCommand] {
            action?.next(at: now) ?? initSequence.next(isGrounded: isGrounded, at: now)
        }

        mutating func drainEvents(at now: Instant) -> [LinkEvent] {
            action == nil ? initSequence.drainEvents(at: now) : []
        }

        /// Sets the keys once more.
        mutating func repeatKeys() {
            action = nil
            initSequence.repeatKeys()
        }

        mutating func forget() {
            action = nil
            initSequence.forget()
        }

        /// What was read for somebody is news for the init sequence too.
        private mutating func recordDump() {
            if case .read(let dump) = action?.outcome { initSequence.record(dump) }
        }
    }
}
