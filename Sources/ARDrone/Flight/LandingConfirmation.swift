import Values

extension ARDrone {
    /// Whether a drone has landed: it must have said so for long enough, while it was told to land.
    ///
    /// A drone that was told to take off just before says "landed" until it rises, half a second
    /// later, and the first words to land may be lost.
    struct LandingConfirmation: Sendable {
        /// As long as the driver itself distrusts a "landed" behind its own "up".
        static let confirmedAfter = CommandChannel.upSettles
        /// A pause between two packets after which it counts from the beginning: nobody has seen
        /// what the drone did meanwhile.
        static let maxPause = Duration.milliseconds(500)

        private var landedSince: Instant?
        private var latest: Instant?

        /// Takes in what a packet says.
        ///
        /// - Returns: whether the drone counts as landed.
        mutating func receive(_ phase: FlightState.Phase, at now: Instant) -> Bool {
            let isDown = phase == .landed || phase == .emergency
            let isUnbroken = latest.map { now - $0 <= Self.maxPause } ?? false
            latest = now
            guard isDown else {
                landedSince = nil
                return false
            }
            let since = isUnbroken ? landedSince ?? now : now
            landedSince = since
            return now - since >= Self.confirmedAfter
        }
    }
}
