import Values

/// Where an aircraft is, how it moves, where its nose points and how the wind blows: from its navigation data, a
/// compass and a satellite receiver, each told when it comes. Knows no clock, and allocates nothing
/// once it has begun.
package struct Estimator: Sendable {
    /// How fast it may have gone in a gap of the navigation data.
    private static let gapMetresPerSecond = 3.0

    let settings: EstimatorSettings
    private(set) var plane: LocalPlane?
    var filter: PositionFilter
    var trail = Trail()
    private(set) var headings = HeadingTracker()
    private(set) var air: WindObserver
    /// How far its tilt would have carried it in still air, all told.
    private(set) var airMetres = 0.0
    /// When the last navigation data came.
    private(set) var now: Instant?
    private(set) var isAirborne = false
    private var altitudeMetres = 0.0
    var fixes: FixRecord

    package init(_ settings: EstimatorSettings = EstimatorSettings()) {
        self.settings = settings
        filter = PositionFilter(settings)
        air = WindObserver(settings)
        fixes = FixRecord(settings)
    }

    /// Takes in navigation data: velocity, attitude and the gyro's heading. `fastestTurn` is the most that the aircraft turns
    /// in a second.
    package mutating func note(
        _ flight: FlightState, takenAt: Instant,
        fastestTurn: Angle = EstimatorSettings.fastestTurn
    ) {
        guard flight.isFinite, now.map({ takenAt > $0 }) ?? true else { return }
        altitudeMetres = flight.altitudeMetres
        isAirborne = flight.phase.isAirborne
        if !isAirborne { headings.noteLanded() }
        headings.note(yaw: flight.yaw, fastestTurn: fastestTurn, at: takenAt)
        defer { now = takenAt }
        guard let heading = headings.heading else { return }
        move(flight, heading: heading, to: takenAt)
    }

    /// Takes in where a compass says that the nose points.
    package mutating func note(_ compass: Heading, takenAt: Instant) {
        guard compass.angle.degrees.isFinite else { return }
        headings.note(compass: compass.angle, altitudeMetres: altitudeMetres, at: takenAt)
    }

    private mutating func move(_ flight: FlightState, heading: Angle, to time: Instant) {
        let measured = PlaneVector(
            forward: flight.forwardMetresPerSecond, right: flight.rightMetresPerSecond,
            heading: heading)
        guard let now, time - now <= Trail.maxGap else {
            restart(measured, at: time)
            return
        }
        let seconds = time.seconds(since: now)
        if isAirborne {
            let steady = settings.drag.steadyVelocity(
                pitch: flight.pitch, roll: flight.roll, heading: heading)
            air.note(measured, steady: steady, after: seconds)
            airMetres += steady.length * seconds
        } else {
            air.restart(measured)
        }
        filter.move(
            measured, for: seconds, headingDrift: headings.driftVariancePerSecond * seconds)
        trail.extend(by: measured * seconds, to: time)
    }

    private mutating func restart(_ measured: PlaneVector, at time: Instant) {
        air.restart(measured)
        trail.begin(at: time)
        fixes.ways.clear()
        guard let now else { return }
        filter.drift(
            for: (time - now).seconds,
            metresPerSecond: isAirborne ? Self.gapMetresPerSecond : 0)
    }

    mutating func begin(at position: Position) -> LocalPlane {
        let plane = LocalPlane(origin: position)
        self.plane = plane
        return plane
    }

    /// What is known; `nil` until there were navigation data, a heading and a fix.
    package func estimate(at time: Instant) -> Estimate? {
        guard let plane, let now, let heading = headings.heading, let last = fixes.usedAt else {
            return nil
        }
        let velocity = filter.corrected(air.velocity)
        let ahead = min(max(.zero, time - now), Trail.maxGap)
        let speed = velocity.length
        let turned = speed * filter.turnVariance.squareRoot()
        let stretched = speed * filter.stretchVariance.squareRoot()
        let deviation = air.velocityDeviation
        return Estimate(
            at: time, plane: plane, place: filter.position + velocity * ahead.seconds,
            placeDeviationMetres: filter.metresOfAxis, velocity: velocity,
            velocityDeviation: (deviation * deviation + turned * turned + stretched * stretched)
                .squareRoot(),
            heading: (heading + filter.turn).compass,
            headingDeviation: .radians(filter.turnVariance.squareRoot()),
            wind: air.wind.turned(by: filter.turn), windDeviation: air.windDeviation,
            doubts: doubts(at: time), sinceFix: time - last,
            metresSinceFix: (trail.way - fixes.wayAtUsed).length, jumps: fixes.jumps)
    }

    private func doubts(at time: Instant) -> Estimate.Doubts {
        var doubts = fixes.doubts(at: time)
        if headings.disturbedSince != nil { doubts.insert(.disturbedCompass) }
        return doubts
    }
}

extension FlightState {
    /// Whether all that is measured is a number.
    fileprivate var isFinite: Bool {
        forwardMetresPerSecond.isFinite && rightMetresPerSecond.isFinite && yaw.degrees.isFinite
            && pitch.degrees.isFinite && roll.degrees.isFinite && altitudeMetres.isFinite
    }
}
