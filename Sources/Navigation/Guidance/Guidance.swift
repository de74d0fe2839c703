import Values

/// Flies along a track: along it as fast as it can still stop or turn the corner, across it back to it, against
/// the wind with the tilt that the drag asks for. Knows no clock, no failsafe and no mission.
package struct Guidance: Sendable {
    /// What to fly now.
    package struct Goal: Equatable, Sendable {
        package var track: Track
        /// Above where it took off; `nil`: as high as it is.
        package var altitudeMetres: Double?
        /// Where the nose should point; `nil`: as it does.
        package var heading: Angle?

        package init(track: Track, altitudeMetres: Double? = nil, heading: Angle? = nil) {
            self.track = track
            self.altitudeMetres = altitudeMetres
            self.heading = heading
        }
    }

    /// What comes of it.
    package struct Steering: Equatable, Sendable {
        package let stick: StickPosition
        package let sight: Track.Sight
        /// It is there, has been for a while, and stands.
        package let hasArrived: Bool
        /// It may go on to the next leg without a stop.
        package let hasPassed: Bool
        /// Along the track in this wind, at most; 0 where the track cannot be held.
        package let attainableMetresPerSecond: Double
    }

    /// A longer pause than this is not made up for.
    private static let maxStep = Duration.milliseconds(200)
    /// What the first step of all counts for.
    private static let firstStep = Duration.milliseconds(50)

    private var steppedAt: Instant?
    /// What is asked for over ground.
    var velocity = PlaneVector.zero
    /// As it was commanded last, in degrees: to the nose, and to its right.
    private var tilt = (forward: 0.0, right: 0.0)
    private var climb = 0.0
    private var turn = 0.0
    private var arrival = ArrivalTimer()

    package init() {}

    /// Somebody else has flown meanwhile, level: the next step begins from what is flown then.
    package mutating func reset() {
        self = Guidance()
    }

    /// Another goal: the next step begins from what is flown then, and from the tilt that was commanded last.
    package mutating func retarget() {
        let tilt = tilt
        reset()
        self.tilt = tilt
    }

    /// For a goal that does not move: another one starts over with `reset`, or goes on after `hasPassed`.
    package mutating func steer(
        _ estimate: Estimate, altitudeMetres: Double, to goal: Goal, by settings: GuidanceSettings,
        at now: Instant
    ) -> Steering {
        let track = goal.track
        let course = Course(
            sight: track.sight(from: estimate.place), metresPerSecond: track.metresPerSecond,
            exit: track.exitSpeed(
                radius: settings.arrivalRadiusMetres, acceleration: settings.acceleration),
            leadsOn: track.next != nil)
        return steer(
            estimate, altitudeMetres: altitudeMetres, along: course, at: goal.altitudeMetres,
            facing: goal.heading, by: settings, now)
    }

    /// Around a circle, to a stop at its end. `heading` is where the nose should point; `nil`: where it flies.
    package mutating func steer(
        _ estimate: Estimate, altitudeMetres: Double, around arc: Arc, at wantedMetres: Double?,
        heading: Angle? = nil, by settings: GuidanceSettings, at now: Instant
    ) -> Steering {
        let sight = arc.sight(
            from: estimate.place,
            aheadMetres: estimate.velocity.length * settings.delay.seconds)
        let course = Course(
            sight: sight, metresPerSecond: arc.metresPerSecond, exit: 0, leadsOn: false)
        return steer(
            estimate, altitudeMetres: altitudeMetres, along: course, at: wantedMetres,
            facing: heading ?? sight.direction.direction, by: settings, now)
    }

    /// What a leg and a circle have in common at a moment.
    struct Course {
        let sight: Track.Sight
        /// Over ground, at most, and at its end.
        let metresPerSecond: Double
        let exit: Double
        let leadsOn: Bool
    }

    private mutating func steer(
        _ estimate: Estimate, altitudeMetres: Double, along course: Course,
        at wantedMetres: Double?, facing heading: Angle?, by settings: GuidanceSettings,
        _ now: Instant
    ) -> Steering {
        let seconds = min(max(.zero, now - (steppedAt ?? now)), Self.maxStep).seconds
        let tiltSeconds = steppedAt == nil ? Self.firstStep.seconds : seconds
        if steppedAt == nil { velocity = estimate.velocity }
        steppedAt = now
        let sight = course.sight
        let error = wantedMetres.map { $0 - altitudeMetres } ?? 0
        arrival.note(
            metres: sight.distanceMetres, speed: estimate.velocity.length, altitudeError: error,
            by: settings, at: now)
        let acceleration = ease(
            towards: targetVelocity(course, estimate, by: settings), seconds, by: settings)
        tilt(
            towards: air(estimate, sight, acceleration, by: settings), heading: estimate.heading,
            tiltSeconds, by: settings)
        return Steering(
            stick: stick(
                climb: climb(error, seconds, by: settings),
                turn: turn(from: estimate.heading, to: heading, seconds, by: settings),
                by: settings),
            sight: sight, hasArrived: arrival.hasArrived(after: settings.arrivalTime, at: now),
            hasPassed: course.leadsOn
                && Self.passes(sight, radius: settings.arrivalRadiusMetres),
            attainableMetresPerSecond: SpeedLaw.overGround(
                airSpeed: settings.maxAirSpeed, windAlong: estimate.wind.dot(sight.direction),
                windAcross: estimate.wind.cross(sight.direction)))
    }

    /// Near the corner, or beyond it and not far beside: who was carried past it flies back.
    private static func passes(_ sight: Track.Sight, radius: Double) -> Bool {
        sight.distanceMetres <= radius
            || sight.remainingMetres <= 0 && abs(sight.acrossMetres) <= 2 * radius
    }
}

/// What the aircraft is told.
extension Guidance {
    /// Lets the tilt follow what the velocity through the air takes, no faster than it can.
    private mutating func tilt(
        towards air: PlaneVector, heading: Angle, _ seconds: Double, by settings: GuidanceSettings
    ) {
        let most = settings.maxTiltChange.degrees * seconds
        let forward = settings.drag.tilt(steady: air.forward(heading: heading)).degrees
        let right = settings.drag.tilt(steady: air.right(heading: heading)).degrees
        tilt.forward = Self.eased(tilt.forward, to: forward, by: most)
        tilt.right = Self.eased(tilt.right, to: right, by: most)
    }

    private func stick(
        climb: Double, turn: Double, by settings: GuidanceSettings
    ) -> StickPosition {
        StickPosition(
            roll: tilt.right / settings.maxTilt.degrees,
            forward: tilt.forward / settings.maxTilt.degrees,
            climb: climb / settings.maxClimbMetresPerSecond,
            yaw: turn / settings.maxTurnPerSecond.degrees)
    }
}

/// Height and nose.
extension Guidance {
    private mutating func climb(
        _ error: Double, _ seconds: Double, by settings: GuidanceSettings
    ) -> Double {
        let wanted = SpeedLaw.approach(
            error: error, gain: settings.altitudeGain, acceleration: settings.climbAcceleration)
        let most = settings.maxClimbMetresPerSecond
        climb = Self.eased(
            climb, to: min(max(wanted, -most), most), by: settings.climbAcceleration * seconds)
        return climb
    }

    private mutating func turn(
        from heading: Angle, to wanted: Angle?, _ seconds: Double, by settings: GuidanceSettings
    ) -> Double {
        let error = wanted.map { ($0 - heading).wrapped.degrees } ?? 0
        let rate = SpeedLaw.approach(
            error: error, gain: settings.yawGain, acceleration: settings.turnAcceleration)
        let most = settings.maxTurnPerSecond.degrees
        turn = Self.eased(
            turn, to: min(max(rate, -most), most), by: settings.turnAcceleration * seconds)
        return turn
    }

    private static func eased(_ value: Double, to goal: Double, by most: Double) -> Double {
        value + min(max(goal - value, -most), most)
    }
}
