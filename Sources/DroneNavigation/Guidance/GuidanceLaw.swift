import Missions
import Values

extension DroneNavigation {
    /// The way to a target, as seen from the aircraft.
    struct Leg: Equatable, Sendable {
        let distanceMetres: Double
        /// Clockwise from true north, 0..<360 degrees.
        let bearing: Angle
        /// How far to turn, -180..<180 degrees; positive is clockwise, to the right.
        let turn: Angle
        /// How much higher the target is; `nil` when it has no altitude of its own.
        let climbMetres: Double?
        /// How far to turn to what the nose is kept on instead; `nil`: the nose looks ahead.
        var turnToSight: Angle?
    }

    /// Geometry in, stick positions out, by some settings. Knows nothing of phases, failsafes or time.
    struct GuidanceLaw: Sendable {
        private let settings: Settings
        private static let nearestSightMetres = 1.0
        /// A smaller turn is not corrected: it is less than a compass is good for.
        private static let turnedDegrees = 3.0
        /// Shares of the stick on the spot, per degree of turn and per metre of climb; the most to climb with.
        private static let yawPerDegree = 0.01
        private static let climbPerMetre = 0.5
        private static let maxClimb = 0.5

        init(_ settings: Settings) {
            self.settings = settings
        }

        func leg(
            from position: Position, nose: Angle, altitudeMetres: Double, to target: Waypoint,
            pointingAt sight: Position? = nil
        ) -> Leg {
            let bearing = position.bearing(to: target.position)
            return Leg(
                distanceMetres: position.distanceMetres(to: target.position),
                bearing: bearing,
                turn: (bearing - nose).wrapped,
                climbMetres: target.altitudeMetres.map { allowed($0) - altitudeMetres },
                turnToSight: sight.map { turn(to: $0, from: position, nose: nose) })
        }

        /// An altitude, or the highest that it may climb to.
        func allowed(_ altitudeMetres: Double) -> Double {
            min(altitudeMetres, settings.failsafes.maxAltitudeMetres)
        }

        /// How far to turn until the nose is on a place. Right over it, every direction is right.
        func turn(to sight: Position, from position: Position, nose: Angle) -> Angle {
            guard position.distanceMetres(to: sight) >= Self.nearestSightMetres else {
                return .degrees(0)
            }
            return (position.bearing(to: sight) - nose).wrapped
        }

        /// Whether a turn is done: nearer than the least that is corrected, and than a compass tells.
        func isTurned(_ turn: Angle) -> Bool {
            abs(turn.degrees) <= Self.turnedDegrees
        }

        /// Turns on the spot.
        func motion(turning turn: Angle) -> StickPosition {
            StickPosition(yaw: turn.degrees * Self.yawPerDegree)
        }

        /// Climbs or descends on the spot.
        func motion(climbingMetres metres: Double) -> StickPosition {
            StickPosition(climb: climb(metres))
        }

        /// Whether it is high or low enough, wherever it is.
        func isAtAltitude(_ leg: Leg) -> Bool {
            abs(leg.climbMetres ?? 0) <= settings.guidance.altitudeToleranceMetres
        }

        /// Whether it is near enough to fly no further forward, whatever its altitude.
        func isOverTarget(_ leg: Leg) -> Bool {
            leg.distanceMetres < settings.guidance.arrivalRadiusMetres
        }

        /// Whether it has been blown off a target that it had reached.
        func hasLeft(_ leg: Leg) -> Bool {
            leg.distanceMetres > settings.guidance.leaveRadiusMetres
                || abs(leg.climbMetres ?? 0) > 2 * settings.guidance.altitudeToleranceMetres
        }

        private func climb(_ metres: Double) -> Double {
            guard abs(metres) > settings.guidance.altitudeToleranceMetres else { return 0 }
            return min(Self.maxClimb, max(-Self.maxClimb, metres * Self.climbPerMetre))
        }
    }
}
