import Devices

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
    }

    /// Geometry in, stick positions out. Knows nothing of phases, failsafes or time.
    struct GuidanceLaw: Sendable {
        private let settings: GuidanceSettings
        private let maxAltitudeMetres: Double

        init(_ settings: GuidanceSettings, maxAltitudeMetres: Double) {
            self.settings = settings
            self.maxAltitudeMetres = maxAltitudeMetres
        }

        func leg(
            from position: Position, heading: Angle, altitudeMetres: Double, to target: Waypoint
        ) -> Leg {
            let bearing = position.bearing(to: target.position)
            return Leg(
                distanceMetres: position.distanceMetres(to: target.position),
                bearing: bearing,
                turn: (bearing - heading - settings.mountOffset).wrapped,
                climbMetres: target.altitudeMetres.map {
                    min($0, maxAltitudeMetres) - altitudeMetres
                })
        }

        /// Whether the target is reached: near enough, and high or low enough.
        func hasArrived(_ leg: Leg) -> Bool {
            isOverTarget(leg) && isAtAltitude(leg)
        }

        /// Whether it is high or low enough, wherever it is.
        func isAtAltitude(_ leg: Leg) -> Bool {
            abs(leg.climbMetres ?? 0) <= settings.altitudeToleranceMetres
        }

        /// Whether it is near enough to fly no further forward, whatever its altitude.
        func isOverTarget(_ leg: Leg) -> Bool {
            leg.distanceMetres < settings.arrivalRadiusMetres
        }

        /// Whether it has been blown off a target that it had reached.
        func hasLeft(_ leg: Leg) -> Bool {
            leg.distanceMetres > settings.leaveRadiusMetres
                || abs(leg.climbMetres ?? 0) > 2 * settings.altitudeToleranceMetres
        }

        /// Turns to the target in proportion to how far it is off the nose, and flies forward when
        /// it is ahead. Over the target it only climbs or descends.
        func motion(along leg: Leg) -> StickPosition {
            guard !isOverTarget(leg) else { return StickPosition(climb: climb(leg)) }
            let isAhead = abs(leg.turn.degrees) < settings.facingCone.degrees
            return StickPosition(
                forward: isAhead ? speed(leg) : 0, climb: climb(leg), yaw: yaw(leg))
        }

        private func yaw(_ leg: Leg) -> Double {
            guard abs(leg.turn.degrees) > settings.yawDeadband.degrees else { return 0 }
            return leg.turn.degrees * settings.turnGainPerDegree
        }

        private func speed(_ leg: Leg) -> Double {
            guard let within = settings.slowDownWithinMetres, leg.distanceMetres < within else {
                return settings.forwardSpeed
            }
            let slowest = min(settings.slowSpeed, settings.forwardSpeed)
            return slowest + (settings.forwardSpeed - slowest) * leg.distanceMetres / within
        }

        private func climb(_ leg: Leg) -> Double {
            guard let climb = leg.climbMetres, abs(climb) > settings.altitudeToleranceMetres
            else { return 0 }
            let wanted = climb * settings.altitudeGainPerMetre
            return min(settings.maxClimb, max(-settings.maxClimb, wanted))
        }
    }
}
