import Core

/// How the body of a drone and the firmware's inner loops answer to what they are asked for.
///
/// A first-order model for each axis, as the Technical University of Munich identified it on real
/// AR.Drones (tum_ardrone, `DroneKalmanFilter.cpp`: c1, c2, c3, c5 and c7). Through the air the body
/// follows c1 (c2 sin(tilt) - v), so that a tilt becomes a velocity with a time constant of 1.7 s.
package struct FlightDynamics: Equatable, Sendable {
    /// c1, in 1/s: what the air takes away, per unit of mass and speed.
    package var dragPerSecond = 0.58
    /// c2, in m/s: the air speed of a body that would tilt by 90 degrees; of one at 12 degrees, 3.7.
    package var fullTiltMetresPerSecond = 17.8
    /// 1/c3.
    package var attitudeLagSeconds = 0.1
    /// 1/c5.
    package var yawLagSeconds = 0.1
    /// 1/c7.
    package var climbLagSeconds = 0.71

    /// As it was identified.
    package static let identified = FlightDynamics()

    private init() {}

    /// Another drone of the kind: each number is off by up to `spread`, as a share.
    package func drawn(spread: Double, using generator: inout SeededGenerator) -> FlightDynamics {
        func off(_ number: Double, _ generator: inout SeededGenerator) -> Double {
            number * Double.random(in: (1 - spread)...(1 + spread), using: &generator)
        }
        var drawn = FlightDynamics()
        drawn.dragPerSecond = off(dragPerSecond, &generator)
        drawn.fullTiltMetresPerSecond = off(fullTiltMetresPerSecond, &generator)
        drawn.attitudeLagSeconds = off(attitudeLagSeconds, &generator)
        drawn.yawLagSeconds = off(yawLagSeconds, &generator)
        drawn.climbLagSeconds = off(climbLagSeconds, &generator)
        return drawn
    }
}
