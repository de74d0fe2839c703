import Values

#if canImport(Glibc)
    import Glibc
#endif

/// How fast to go for how far it is: laws of ArduPilot and PX4, as formulas. Metres, seconds, m/s and m/s².
package enum SpeedLaw {
    /// Proportional near the goal, and further away as fast as can be braked (ArduPilot's square-root controller).
    static func approach(error: Double, gain: Double, acceleration: Double) -> Double {
        let linear = acceleration / (gain * gain)
        let size = abs(error)
        guard size > linear else { return gain * error }
        return sign(error) * (2 * acceleration * (size - linear / 2)).squareRoot()
    }

    /// How far that law goes until it stands, and what is flown before anything happens.
    /// The defaults are what `Guidance` asks for.
    package static func stoppingMetres(
        speed: Double, gain: Double = GuidanceSettings.usual.positionGain,
        acceleration: Double = GuidanceSettings.usual.acceleration, delay: Duration = .zero
    ) -> Double {
        let linear = acceleration / gain
        let braking =
            speed < linear
            ? speed / gain
            : acceleration / (2 * gain * gain) + speed * speed / (2 * acceleration)
        return braking + speed * delay.seconds
    }

    /// The most at a distance from where `exit` is to be flown, with the time that braking takes to begin
    /// (PX4's trajectory mathematics).
    static func maxSpeed(
        metres: Double, exit: Double, acceleration: Double, jerk: Double
    ) -> Double {
        let b = 4 * acceleration * acceleration / jerk
        let c = -2 * acceleration * max(0, metres) - exit * exit
        return (-b + (b * b - 4 * c).squareRoot()) / 2
    }

    /// The most around a corner that may be cut by a radius. `radians` is the angle between the legs: a half turn
    /// is straight on.
    static func corner(radians: Double, radius: Double, acceleration: Double) -> Double {
        let half = min(max(radians / 2, 0), .pi / 2 - 1e-6)
        return (acceleration * radius * tan(half)).squareRoot()
    }

    /// Until a stop begins: the age of a fix, a step, and the aircraft's own delay.
    package static let reaction = Duration.milliseconds(500)
    /// How far beside a circle whoever flies around it may come to rest when it has to stop.
    package static let circleLeewayMetres = 1.0

    /// The most around a circle: so that half of the acceleration holds it there, and a stop, which goes straight
    /// on, ends within `circleLeewayMetres` of it.
    package static func circle(radius: Double) -> Double {
        let acceleration = GuidanceSettings.usual.acceleration
        let held = (acceleration * radius / 2).squareRoot()
        let leeway = circleLeewayMetres
        let straight = (leeway * (2 * radius + leeway)).squareRoot()
        return min(held, speed(stoppingIn: straight, acceleration))
    }

    /// The inverse of `stoppingMetres`.
    private static func speed(stoppingIn metres: Double, _ acceleration: Double) -> Double {
        let gain = GuidanceSettings.usual.positionGain
        let slow = metres / (1 / gain + reaction.seconds)
        guard slow > acceleration / gain else { return slow }
        let late = acceleration * reaction.seconds
        let rest = 2 * acceleration * (metres - acceleration / (2 * gain * gain))
        return -late + (late * late + rest).squareRoot()
    }

    /// Over ground along a track that is held against the wind; nothing where it cannot be held. A tailwind
    /// is not counted on.
    package static func overGround(airSpeed: Double, windAlong: Double, windAcross: Double)
        -> Double
    {
        let held = airSpeed * airSpeed - windAcross * windAcross
        guard held > 0 else { return 0 }
        return max(0, held.squareRoot() + min(0, windAlong))
    }

    private static func sign(_ number: Double) -> Double { number < 0 ? -1 : 1 }
}
