import Values

extension DroneNavigation {
    /// Holds the way that the positions tell against the way that the aircraft itself has measured.
    ///
    /// A receiver that repeats its last place, or that lies on the ground beside the computer, says
    /// nothing wrong about itself: it only does not come along.
    struct OdometryCheck: Sendable {
        private struct Point: Sendable {
            let at: Instant
            let position: Position
            /// When the receiver says that it was there.
            let fixTakenAt: Instant
            /// The way flown by the aircraft's own velocity, since the first point.
            let way: PlaneVector
        }

        /// Over how much time the two ways are compared.
        private static let window = Duration.seconds(3)
        /// How far apart the points of the track are.
        private static let spacing = Duration.milliseconds(100)
        /// How old a fix may be, with what it is too late.
        private static let oldest = Duration.seconds(3)
        private static let maxGap = Duration.milliseconds(500)
        /// How much older a place is than its time says.
        private static let latencies: [Duration] = [
            .zero, .milliseconds(250), .milliseconds(500),
        ]
        /// How long they must disagree: a single fix may be off.
        private static let lasting = Duration.milliseconds(300)
        /// What may lie between them: a receiver wanders, a velocity is off by a share.
        private static let toleranceMetres = 1.8
        private static let toleranceShare = 0.25
        /// Less than this says nothing: a receiver that stands still wanders, too.
        private static let minMetres = 2.0

        private var track: [Point] = []
        private var disagreesSince: Instant?

        mutating func reset() {
            track.removeAll(keepingCapacity: true)
            disagreesSince = nil
        }

        /// Takes in a step; `takenAt` is the time of the fix, `velocity` that over ground.
        ///
        /// - Returns: how far the positions have been from the way flown, for as long as it takes to be
        ///   sure; `nil` while they agree, or nothing can be said.
        mutating func note(
            _ position: Position, takenAt: Instant, velocity: PlaneVector, at now: Instant
        ) -> Double? {
            guard velocity.length.isFinite else {
                reset()
                return nil
            }
            let pause = track.last.map { now - $0.at } ?? .zero
            // Nobody knows what it flew meanwhile.
            if pause > Self.maxGap { reset() }
            if pause >= Self.spacing || track.isEmpty {
                let way = track.last.map { $0.way + velocity * pause.seconds } ?? .zero
                track.append(Point(at: now, position: position, fixTakenAt: takenAt, way: way))
                forget(before: now - Self.window - Self.oldest)
            }
            return judge(at: now)
        }

        private mutating func judge(at now: Instant) -> Double? {
            guard let metres = disagreement(at: now) else {
                disagreesSince = nil
                return nil
            }
            let since = disagreesSince ?? now
            disagreesSince = since
            return now - since >= Self.lasting ? metres : nil
        }

        private func disagreement(at now: Instant) -> Double? {
            guard let latest = track.last, let first = point(at: now - Self.window) else {
                return nil
            }
            var least = Double.infinity
            for latency in Self.latencies {
                guard let from = point(at: first.fixTakenAt - latency),
                    let to = point(at: latest.fixTakenAt - latency)
                else { return nil }
                let way = to.way - from.way
                let flown = way.length
                guard flown >= Self.minMetres,
                    let there = first.position.offset(eastMetres: way.east, northMetres: way.north)
                else { return nil }
                let metres = there.distanceMetres(to: latest.position)
                guard metres > Self.toleranceMetres + Self.toleranceShare * flown else {
                    return nil
                }
                least = min(least, metres)
            }
            return least.isFinite ? least : nil
        }

        /// The latest point that is not younger; the first of a track that is shorter.
        private func point(at time: Instant) -> Point? {
            track.last { $0.at <= time } ?? track.first
        }

        private mutating func forget(before time: Instant) {
            let old = track.firstIndex { $0.at >= time } ?? 0
            // One that is older stays, so that the window is full.
            if old > 1 { track.removeFirst(old - 1) }
        }
    }
}
