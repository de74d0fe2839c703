import Values

/// Where the nose points: the gyro says how it turns, the compass where it started from.
///
/// Iron, currents and motors turn a compass. What turns in it but not in the gyro is no turn.
struct HeadingTracker: Sendable {
    /// How fast the heading goes after the compass; what a disturbance does within half a second hardly shows.
    private static let followSeconds = 3.0
    private static let smoothSeconds = 0.5
    /// Beyond these the compass and the gyro disagree about the last seconds.
    private static let maxStill = 5.0
    private static let maxTurning = 15.0
    /// A turn counts as one above this, in degrees a second, and for that long after.
    private static let turningRate = 10.0
    private static let turningFor = Duration.seconds(3)
    /// What is disturbed must agree for that long before it counts again.
    private static let agreementTime = Duration.seconds(10)
    /// A heading that jumps further than it can turn is the gyro starting over (tum_ardrone: 10 degrees).
    private static let jumpDegrees = 10.0
    /// What a gyro drifts in a second, as far as can be promised.
    private static let driftDegreesPerSecond = 0.3
    /// From there on no iron in the ground is near (PX4: 1.5 m).
    private static let clearAltitudeMetres = 1.5

    private(set) var heading: Angle?
    private(set) var disturbedSince: Instant?
    private var agreesSince: Instant?
    private var turnedAt: Instant?
    private var gyro: (yaw: Angle, at: Instant)?
    private var compassAt: Instant?
    /// By how much the compass points clockwise of the heading, smoothed.
    private var deviation = 0.0
    private var isClearOfGround = false

    /// What the heading's variance grows by in a second, in radians squared: nothing while a compass helps.
    var driftVariancePerSecond: Double {
        guard disturbedSince != nil else { return 0 }
        // A drift that lasts grows with the time, a variance with its root: ten times as fast it is ahead for
        // the first ten seconds.
        let drift = Angle.degrees(Self.driftDegreesPerSecond).radians
        return drift * drift * 10
    }

    /// The gyro. `fastestTurn` is the most that the aircraft turns in a second.
    mutating func note(yaw: Angle, fastestTurn: Angle, at now: Instant) {
        defer { gyro = (yaw, now) }
        guard let gyro, let heading else { return }
        let seconds = now.seconds(since: gyro.at)
        let step = (yaw - gyro.yaw).wrapped
        let most = Self.jumpDegrees + fastestTurn.degrees * max(0, min(seconds, 1))
        guard seconds > 0, abs(step.degrees) <= most else { return }
        if abs(step.degrees) > Self.turningRate * seconds { turnedAt = now }
        self.heading = (heading + step).compass
    }

    /// The compass, and how high the aircraft flies.
    mutating func note(compass: Angle, altitudeMetres: Double, at now: Instant) {
        guard let heading, let compassAt, now > compassAt else {
            if heading == nil { self.heading = compass.compass }
            self.compassAt = self.compassAt ?? now
            return
        }
        let seconds = min(now.seconds(since: compassAt), 1)
        self.compassAt = now
        if !isClearOfGround, altitudeMetres >= Self.clearAltitudeMetres {
            isClearOfGround = true
            align(with: compass)
            return
        }
        let latest = (compass - heading).wrapped.degrees
        let change = Angle.degrees(latest - deviation).wrapped.degrees
        deviation += change * min(1, seconds / Self.smoothSeconds)
        judge(at: now)
        guard disturbedSince == nil else { return }
        let followed = latest * min(1, seconds / Self.followSeconds)
        self.heading = (heading + .degrees(followed)).compass
        deviation -= followed
    }

    /// It stands on the ground: what iron lies there is not the air's.
    mutating func noteLanded() {
        isClearOfGround = false
    }

    private mutating func align(with compass: Angle) {
        heading = compass.compass
        deviation = 0
        disturbedSince = nil
        agreesSince = nil
    }

    private mutating func judge(at now: Instant) {
        let isTurning = turnedAt.map { now - $0 < Self.turningFor } ?? false
        let most = isTurning ? Self.maxTurning : Self.maxStill
        guard abs(deviation) <= most + grown(at: now) else {
            disturbedSince = disturbedSince ?? now
            agreesSince = nil
            return
        }
        guard disturbedSince != nil else { return }
        let since = agreesSince ?? now
        agreesSince = since
        guard now - since >= Self.agreementTime else { return }
        disturbedSince = nil
        agreesSince = nil
    }

    /// How far a gyro alone may have gone astray meanwhile, in degrees.
    private func grown(at now: Instant) -> Double {
        disturbedSince.map { now.seconds(since: $0) * Self.driftDegreesPerSecond } ?? 0
    }
}
