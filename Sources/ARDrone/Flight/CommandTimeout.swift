import Values

extension ARDrone {
    /// Since when nobody commands a flight. One that was found, and that nobody has commanded yet,
    /// is waited for longer.
    struct CommandTimeout: Sendable {
        private let limits: FlightStateMachine.Limits
        private var wasCommanded = false
        /// When the last valid command was seen, or the flight was found.
        private var commandedAt: Instant

        init(_ limits: FlightStateMachine.Limits, at now: Instant) {
            self.limits = limits
            commandedAt = now
        }

        mutating func recordCommand(at now: Instant) {
            (commandedAt, wasCommanded) = (now, true)
        }

        /// A drone is in the air without our doing.
        mutating func findFlight(at now: Instant) {
            commandedAt = now
        }

        mutating func forget() {
            wasCommanded = false
        }

        /// For how long nobody has, once that is too long.
        func expired(at now: Instant) -> Duration? {
            let age = now - commandedAt
            return age >= (wasCommanded ? limits.landAfter : limits.adoptFor) ? age : nil
        }
    }
}
