import Missions
import Values

extension DroneNavigation {
    /// Whether a flight comes nearer to where it should go, and does not drift away from it.
    ///
    /// It belongs to the flight, not to a request: a goal that is sent again, or a little further on,
    /// begins nothing again. It counts while the aircraft flies; while it hovers it is interrupted.
    struct ProgressMonitor: Sendable {
        /// What has been gained on the way to something, and for how long nothing was.
        private struct Gain: Equatable, Sendable {
            let step: Double
            /// Since the last step beyond all before; negative where it was blown away.
            var metres = 0.0
            var without = Duration.zero
            private var farthest = 0.0
            /// From where the next step counts.
            private var mark = 0.0

            init(step: Double) {
                self.step = step
            }

            /// A step is one beyond all before, or, from where it was blown to, one back. Each of these counts
            /// once: one that is blown to and fro makes none.
            mutating func add(_ gained: Double, in time: Duration) {
                metres += gained
                without += time
                if metres < min(farthest, -step) {
                    farthest = metres
                    mark = metres
                }
                guard metres >= mark + step else { return }
                without = .zero
                if metres < step { mark = metres } else { self = Gain(step: step) }
            }
        }

        /// Where it was on its way to a goal.
        struct Sighting: Equatable, Sendable {
            let goal: Waypoint
            let position: Position
            let altitudeMetres: Double
            /// Near enough to fly no further forward.
            let isOverTarget: Bool
            /// High or low enough.
            let isAtAltitude: Bool
            let at: Instant
        }

        private var last: Sighting?
        private var nearing = Gain(step: 1)
        private var climbing = Gain(step: 0.2)
        private var turning = Gain(step: 5)
        /// Degrees that were left to turn, and when.
        private var lastTurn: (degrees: Double, at: Instant)?
        /// Metres that were left of a circle, and when.
        private var lastLeft: (metres: Double, at: Instant)?
        /// How much farther away it is than it has been.
        private var driftMetres = 0.0

        /// It hovers: what happens until it flies on is not its progress.
        mutating func interrupt() {
            last = nil
            lastTurn = nil
            lastLeft = nil
        }

        /// Notes how far there is still to turn; returns what is wrong with that.
        mutating func note(
            leftDegrees: Double, at now: Instant, _ limits: FailsafeSettings
        ) -> FailsafeCondition? {
            defer { lastTurn = (leftDegrees, now) }
            guard let lastTurn else { return nil }
            turning.add(abs(lastTurn.degrees) - abs(leftDegrees), in: now - lastTurn.at)
            guard turning.without >= limits.noProgressAfter else { return nil }
            return .noProgress(within: limits.noProgressAfter)
        }

        /// Notes how much of a circle is left, and how far it is beside that; returns what is wrong with it.
        mutating func note(
            leftMetres: Double, besideMetres: Double, at now: Instant, _ limits: FailsafeSettings
        ) -> FailsafeCondition? {
            defer { lastLeft = (leftMetres, now) }
            guard let lastLeft else { return nil }
            nearing.add(lastLeft.metres - leftMetres, in: now - lastLeft.at)
            if besideMetres > limits.maxDriftMetres { return .driftingAway(metres: besideMetres) }
            guard nearing.without >= limits.noProgressAfter else { return nil }
            return .noProgress(within: limits.noProgressAfter)
        }

        /// Notes where it is now; returns what is wrong with that.
        mutating func note(
            _ now: Sighting, _ limits: FailsafeSettings
        ) -> FailsafeCondition? {
            defer { last = now }
            if now.isAtAltitude { climbing = Gain(step: climbing.step) }
            guard let last else { return nil }
            let time = now.at - last.at
            if !now.isOverTarget {
                let gained =
                    last.position.distanceMetres(to: last.goal.position)
                    - now.position.distanceMetres(to: last.goal.position)
                nearing.add(gained, in: time)
                driftMetres = max(0, driftMetres - gained)
            }
            if !now.isAtAltitude, let wanted = last.goal.altitudeMetres {
                let gained =
                    abs(last.altitudeMetres - wanted) - abs(now.altitudeMetres - wanted)
                climbing.add(gained, in: time)
            }
            if driftMetres > limits.maxDriftMetres { return .driftingAway(metres: driftMetres) }
            guard max(nearing.without, climbing.without) >= limits.noProgressAfter else {
                return nil
            }
            return .noProgress(within: limits.noProgressAfter)
        }
    }
}
