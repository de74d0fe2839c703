import Navigation
import Values

extension DroneNavigation {
    /// How far from home a flight can come down when as much goes wrong as may: at the fence, in all the wind that it
    /// can hold, it stops to see both its place and the ground, and is blown along until it stands.
    ///
    /// The fence, then the longest wait until a landing begins, or how far outside of the fence it lands at once, then
    /// the landing: docs/flying.md has the formula, and a flight in more wind than that can end anywhere.
    struct WorstCase: Equatable, Sendable {
        /// A drone lands by itself with half a metre a second, and more slowly near the ground.
        private static let landingMetresPerSecond = 0.5
        private static let touchDown = Duration.seconds(2)
        /// What is heard of it counts as lost after a second.
        private static let silence = Duration.seconds(1)

        /// The wind that it can hold.
        let windMetresPerSecond: Double
        let waits: Duration
        let landing: Duration
        /// From home; `nil` where there is no fence, and so no end.
        let metres: Double?

        init(_ settings: Settings) {
            let limits = settings.failsafes
            let wind = settings.guidance.track.maxMetresPerSecond
            // Without a position it lands after 5 s, and hovers only since that counts as lost, after 2 s; a lean
            // that counts puts that off.
            let blind =
                VelocityEvidence.leanCountsFor + DroneNavigation.lostAfter * 2
                + FailsafeTable.unconfirmedFor
            let waits = max(blind, Self.silence + limits.timeout.flightLost)
            let landing =
                .seconds(limits.maxAltitudeMetres / Self.landingMetresPerSecond) + Self.touchDown
            windMetresPerSecond = wind
            self.waits = waits
            self.landing = landing
            metres =
                limits.fence
                ? limits.fenceRadiusMetres
                    + max(2 * limits.fenceMarginMetres, wind * waits.seconds)
                    + wind * landing.seconds : nil
        }

        /// "at worst it comes down 191 m from home, in 8.5 m/s of wind"
        var words: String? {
            metres.map {
                "at worst it comes down \(fixedText(of: $0, decimals: 0)) m from home, in "
                    + "\(fixedText(of: windMetresPerSecond, decimals: 1)) m/s of wind"
            }
        }
    }
}
