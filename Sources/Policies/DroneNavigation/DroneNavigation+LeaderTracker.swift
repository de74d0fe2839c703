import Core
import Devices

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
        /// Nobody knows which way somebody walks after that.
        private static let maxPrediction = Duration.seconds(2)

        private var sensors: SensorSettings
        private var limits: FollowSettings
        private var track: Track?
        /// What was wrong with the latest position.
        private var problem: String?

        init(_ settings: Settings) {
            sensors = settings.sensors
            limits = settings.follow
        }

        mutating func goOn(with new: Settings) {
            sensors = new.sensors
            limits = new.follow
        }

        /// Takes a position, unless it is old news.
        ///
        /// - Returns: what is wrong with it, if it is not believed.
        @discardableResult
        mutating func note(_ fix: Fix, takenAt: Instant) -> String? {
            guard let before = track else { return begin(fix, takenAt) }
            let pause = takenAt - before.takenAt
            guard pause >= Self.minPause else { return nil }
            if pause > limits.lostAfter { return begin(fix, takenAt) }
            problem = sensors.problem(of: fix)
            if let problem { return problem }
            guard let expected = place(of: before, after: pause) else { return nil }
            let error = LocalPlane(origin: expected).point(fix.position)
            let allowed =
                sensors.maxFixJumpMetres + limits.maxLeaderMetresPerSecond * pause.seconds
            guard error.length <= allowed else {
                problem = "it has jumped by \(fixedText(of: error.length, decimals: 0)) m"
                return problem
            }
            track = Track(
                position: expected.moved(
                    metres: Self.alpha * error.length, towards: error.direction) ?? fix.position,
                velocity: before.velocity + error * (Self.beta / pause.seconds), takenAt: takenAt)
            return nil
        }

        private mutating func begin(_ fix: Fix, _ takenAt: Instant) -> String? {
            problem = sensors.problem(of: fix)
            guard problem == nil else { return problem }
            track = Track(position: fix.position, velocity: .zero, takenAt: takenAt)
            return nil
        }

        /// Where they are now, as far as can be told; `nil` before anything was.
        func position(at now: Instant) -> Position? {
            track.flatMap { place(of: $0, after: min(now - $0.takenAt, Self.maxPrediction)) }
        }

        /// Why they cannot be followed; `nil` when they can.
        func trouble(at now: Instant) -> FailsafeCondition? {
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
