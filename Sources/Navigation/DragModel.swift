import Values

#if canImport(Glibc)
    import Glibc
#endif

/// How tilt, drag and wind move an aircraft over ground: v' = drag (steady speed sin(tilt) + wind - v).
///
/// The figures are those that were identified for an AR.Drone and that tum_ardrone flies with (c1, c2).
package struct DragModel: Equatable, Sendable {
    /// Share of the air speed that is lost in a second: 1.7 s are the time constant.
    package var dragPerSecond = 0.58
    /// The steady air speed for a tilt of 90 degrees, were that still so; 12 degrees are 3.6 m/s.
    package var steadyMetresPerSecond = 17.5

    package init() {}

    /// The air speed that a tilt ends with.
    package func steadySpeed(tilt: Angle) -> Double { steadyMetresPerSecond * tilt.sine }

    /// The tilt that ends with an air speed; a right angle for what none reaches.
    package func tilt(steady metresPerSecond: Double) -> Angle {
        .radians(asin(min(1, max(-1, metresPerSecond / steadyMetresPerSecond))))
    }

    /// What the attitude of an aircraft ends with in still air.
    package func steadyVelocity(pitch: Angle, roll: Angle, heading: Angle) -> PlaneVector {
        PlaneVector(
            forward: steadySpeed(tilt: -pitch), right: steadySpeed(tilt: roll), heading: heading)
    }

    /// In metres per second squared.
    package func acceleration(
        steady: PlaneVector, wind: PlaneVector, velocity: PlaneVector
    ) -> PlaneVector {
        (steady + wind - velocity) * dragPerSecond
    }
}
