import Values

extension DroneNavigation {
    /// Whether a fix can follow from the one before: an aircraft does not jump.
    ///
    /// A place that it is said to have jumped to is believed after some seconds in which it was told
    /// again and again: a jump is refused for seconds, not for ever.
    struct JumpFilter: Sendable {
        private struct Seen: Sendable {
            let position: Position
            let takenAt: Instant
        }

        /// What an AR.Drone 2.0 flies at most is 11 m/s (Parrot's data sheet). A pause longer than a
        /// second allows no farther jump: it hovers without a position.
        private static let metresPerSecond = 11.0
        private static let maxPause = Duration.seconds(1)
        private static let believedAfter = Duration.seconds(3)

        private var believed: Seen?
        /// The latest of those that lie elsewhere, and since when.
        private var elsewhere: Seen?
        private var elsewhereSince: Instant?

        /// How far it has jumped; `nil` for a fix that can be believed.
        mutating func note(
            _ position: Position, takenAt: Instant, maxJumpMetres: Double
        ) -> Double? {
            let seen = Seen(position: position, takenAt: takenAt)
            guard
                let metres = believed.flatMap({
                    Self.jump(from: $0, to: seen, maxJumpMetres)
                })
            else {
                believe(seen)
                return nil
            }
            if let elsewhere, Self.jump(from: elsewhere, to: seen, maxJumpMetres) != nil {
                elsewhereSince = nil
            }
            elsewhere = seen
            let since = elsewhereSince ?? takenAt
            elsewhereSince = since
            guard takenAt - since >= Self.believedAfter else { return metres }
            believe(seen)
            return nil
        }

        private mutating func believe(_ seen: Seen) {
            believed = seen
            elsewhere = nil
            elsewhereSince = nil
        }

        private static func jump(
            from before: Seen, to now: Seen, _ maxJumpMetres: Double
        ) -> Double? {
            let metres = before.position.distanceMetres(to: now.position)
            let pause = min(max(.zero, now.takenAt - before.takenAt), maxPause)
            return metres <= maxJumpMetres + metresPerSecond * pause.seconds ? nil : metres
        }
    }
}
