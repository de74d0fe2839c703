import Values

/// Where a simulated drone really is and what it does, whatever it says over the wire.
package struct DroneGroundTruth: Equatable, Sendable {
    package enum Motors: String, Sendable {
        case off
        /// Turning, but not enough to lift.
        case idle
        case flying
        /// Stopped by an emergency.
        case cut
    }

    package let position: Position
    /// Above the ground it started from.
    package let altitudeMetres: Double
    package let heading: Angle
    /// Positive: nose up.
    package let pitch: Angle
    /// Positive: right side down.
    package let roll: Angle
    package let eastMetresPerSecond: Double
    package let northMetresPerSecond: Double
    package let climbMetresPerSecond: Double
    package let phase: FlightState.Phase
    package let motors: Motors
    package let batteryPercent: Double
    /// Whether the firmware has given up on its controller (state bit 13).
    package let isLinkLost: Bool
    /// How often its horizontal reference was set on the ground.
    package let flatTrims: Int
    /// What its lamps were told to show last.
    package let lights: LightAnimation?
    package let isCompassCalibrated: Bool
    /// How many its front camera has taken.
    package let photographs: Int
}
