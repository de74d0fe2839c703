import Values

/// Over ground.
extension Guidance {
    func targetVelocity(
        _ course: Course, _ estimate: Estimate, by settings: GuidanceSettings
    ) -> PlaneVector {
        let sight = course.sight
        let right = sight.direction.turned(by: .degrees(90))
        let across = SpeedLaw.approach(
            error: -sight.acrossMetres, gain: settings.positionGain,
            acceleration: settings.acceleration)
        let most = course.metresPerSecond
        let held = min(max(across, -most), most)
        let left = (most * most - held * held).squareRoot()
        let along = min(left, alongSpeed(course, estimate, by: settings))
        return sight.direction * along + right * held
    }

    private func alongSpeed(
        _ course: Course, _ estimate: Estimate, by settings: GuidanceSettings
    ) -> Double {
        let sight = course.sight
        let flown = max(0, estimate.velocity.dot(sight.direction)) * settings.delay.seconds
        guard sight.remainingMetres > 0 else {
            let back = SpeedLaw.approach(
                error: sight.remainingMetres, gain: settings.positionGain,
                acceleration: settings.acceleration)
            return max(-course.metresPerSecond, back)
        }
        return SpeedLaw.maxSpeed(
            metres: sight.remainingMetres - flown, exit: course.exit,
            acceleration: settings.acceleration, jerk: settings.jerk)
    }

    /// Lets what is asked for follow a target, no faster than it can; returns its acceleration.
    mutating func ease(
        towards target: PlaneVector, _ seconds: Double, by settings: GuidanceSettings
    ) -> PlaneVector {
        guard seconds > 0 else { return .zero }
        let change = (target - velocity).limited(to: settings.acceleration * seconds)
        velocity = velocity + change
        return change * (1 / seconds)
    }

    /// The velocity through the air whose drag is the force that is needed. Where that is too much, the wind is
    /// stood against first, and then as much of the rest as the tilt is left for. Where the wind alone is too
    /// much, the track is held first.
    func air(
        _ estimate: Estimate, _ sight: Track.Sight, _ acceleration: PlaneVector,
        by settings: GuidanceSettings
    ) -> PlaneVector {
        let drag = settings.drag.dragPerSecond
        let correction = (velocity - estimate.velocity) * settings.velocityGain
        let motion = velocity + (acceleration + correction) * (1 / drag)
        let most = settings.maxAirSpeed
        let wanted = motion - estimate.wind
        guard wanted.length > most else { return wanted }
        if estimate.wind.length < most {
            return motion * share(of: motion, most, against: estimate.wind) - estimate.wind
        }
        let right = sight.direction.turned(by: .degrees(90))
        let across = min(max(wanted.dot(right), -most), most)
        let left = (most * most - across * across).squareRoot()
        let along = min(max(wanted.dot(sight.direction), -left), left)
        return sight.direction * along + right * across
    }

    /// Which share of a motion is left to an air speed that stands against a wind: the root of
    /// |share * motion - wind| = most.
    private func share(
        of motion: PlaneVector, _ most: Double, against wind: PlaneVector
    ) -> Double {
        let square = motion.dot(motion)
        let along = motion.dot(wind)
        let rest = most * most - wind.dot(wind)
        return square > 0 ? (along + (along * along + square * rest).squareRoot()) / square : 0
    }
}
