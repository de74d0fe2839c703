import Core
import Values

extension DroneNavigation {
    /// Where the one is who is followed, and how they move, by positions that come about once a second.
    ///
    /// An alpha-beta filter: what was expected moves by a share of the error, and so does the speed.
    struct LeaderTracker: Sendable {
        private struct Track: Sendable {
            let position: Position
            let velocity: PlaneVector
            let takenAt: Instant
        }

        /// With this beta a step is followed without swinging over (Benedict and Bordner:
        /// beta = alpha² / (2 - alpha)).
        private static let alpha = 0.5
        private static let beta = alpha * alpha / (2 - alpha)
        /// A phone tells the same position several times, as PX4 has it in its follow-me.
        private static let minPause = Duration.milliseconds(500)
        /// Heard of again as near as that to where they were last, they are followed on.
        private static let returnsWithinMetres = 100.0
        /// Nobody knows which way somebody walks after that.
        private static let maxPrediction = Duration.seconds(2)

        private var track: Track?
        /// What was wrong with the latest position.
        private var problem: String?
        private var account = ReceiverAccount()
        /// The latest that was told, where it is too far away to be believed.
        private var elsewhere: (position: Position, takenAt: Instant)?

        /// Takes a position, unless it is old news. In the air one that is far from where they were last is not believed,
        /// for however long it is told: `beginAnew` does that, when a person asks for it.
        ///
        /// - Returns: what is wrong with it, if it is not believed.
        @discardableResult
        mutating func note(
            _ fix: Fix, takenAt: Instant, isFlying: Bool, by settings: Settings
        ) -> String? {
            let (sensors, limits) = (settings.sensors, settings.follow)
            let before = track
            let pause = before.map { takenAt - $0.takenAt } ?? .zero
            guard before == nil || pause >= Self.minPause else { return nil }
            problem = sensors.problem(of: fix) ?? account.note(fix)
            elsewhere = nil
            if let problem { return problem }
            guard let before, pause <= limits.lostAfter || isFlying else {
                begin(fix.position, takenAt)
                return nil
            }
            guard let expected = place(of: before, after: min(pause, limits.lostAfter)) else {
                return nil
            }
            let error = LocalPlane(origin: expected).point(fix.position)
            let isLost = pause > limits.lostAfter
            let allowed =
                isLost
                ? Self.returnsWithinMetres
                : sensors.maxFixJumpMetres + limits.maxLeaderMetresPerSecond * pause.seconds
            guard error.length <= allowed else {
                elsewhere = (fix.position, takenAt)
                problem = "it has jumped by \(fixedText(of: error.length, decimals: 0)) m"
                return problem
            }
            guard !isLost else {
                begin(fix.position, takenAt)
                return nil
            }
            track = Track(
                position: expected.moved(
                    metres: Self.alpha * error.length, towards: error.direction) ?? fix.position,
                velocity: before.velocity + error * (Self.beta / pause.seconds), takenAt: takenAt)
            return nil
        }

        /// They are where they are told to be, however far that is: a person wants them followed from now on.
        mutating func beginAnew() {
            guard let elsewhere else { return }
            begin(elsewhere.position, elsewhere.takenAt)
            self.elsewhere = nil
            problem = nil
        }

        private mutating func begin(_ position: Position, _ takenAt: Instant) {
            track = Track(position: position, velocity: .zero, takenAt: takenAt)
        }

        /// Where they are now, as far as can be told; `nil` before anything was.
        func position(at now: Instant) -> Position? {
            track.flatMap { place(of: $0, after: min(now - $0.takenAt, Self.maxPrediction)) }
        }

        /// Why they cannot be followed; `nil` when they can.
        func trouble(by settings: Settings, at now: Instant) -> FailsafeCondition? {
            let limits = settings.follow
            guard let track else {
                return .leaderLost(why: problem ?? "nothing was heard of it")
            }
            let age = now - track.takenAt
            guard age <= limits.lostAfter else {
                return .leaderLost(why: problem ?? "nothing was heard of it for \(text(of: age))")
            }
            let speed = track.velocity.length
            // Written so that a NaN is too fast.
            guard !(speed <= limits.maxLeaderMetresPerSecond) else { return nil }
            return .leaderLost(
                why: "it moves with \(fixedText(of: speed, decimals: 1)) m/s, the limit is "
                    + "\(shortText(of: limits.maxLeaderMetresPerSecond)) m/s")
        }

        private func place(of track: Track, after pause: Duration) -> Position? {
            let way = track.velocity * max(0, pause.seconds)
            return track.position.moved(metres: way.length, towards: way.direction)
        }
    }
}
