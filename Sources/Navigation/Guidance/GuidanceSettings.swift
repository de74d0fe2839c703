import Values

/// How an aircraft is to be steered. The defaults are for an AR.Drone 2.0 out of doors.
package struct GuidanceSettings: Equatable, Sendable {
    /// In m/s² and m/s³: what is asked for over ground.
    package var acceleration = 1.0
    package var jerk = 1.2
    /// Across the track and back to a goal, in 1/s.
    package var positionGain = 0.6
    /// In 1/s. What comes late by T bears at most 0.5/T; navigation data and commands together 0.3 s.
    package var velocityGain = 1.0
    /// From a command to when it shows.
    package var delay = Duration.milliseconds(300)
    package var arrivalRadiusMetres = 2.0
    /// As often the radius of arrival it may drift away again before it has not arrived.
    package var stayFactor = 1.5
    package var arrivalMetresPerSecond = 0.5
    package var arrivalTime = Duration.seconds(1)
    package var altitudeToleranceMetres = 0.3
    package var altitudeGain = 0.8
    package var climbAcceleration = 0.5
    /// In 1/s.
    package var yawGain = 1.0
    /// In degrees a second, and that a second.
    package var turnAcceleration = 60.0
    /// What the aircraft does for a stick at its end.
    package var maxTilt = Angle.degrees(20)
    /// In a second. About as fast as the aircraft follows: what is asked for beyond that is a jolt, and nothing else.
    package var maxTiltChange = Angle.degrees(180)
    package var maxClimbMetresPerSecond = 0.7
    package var maxTurnPerSecond = Angle.degrees(60)
    package var drag = DragModel()

    package init() {}

    /// Through the air, with all the tilt that there is.
    var maxAirSpeed: Double { drag.steadySpeed(tilt: maxTilt) }

    static let usual = GuidanceSettings()
}
