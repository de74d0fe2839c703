import Values

/// How good the sensors of an aircraft are. The defaults are for an AR.Drone 2.0 with a receiver of 2 m.
package struct EstimatorSettings: Equatable, Sendable {
    /// How long before its own time a fix was measured: receivers filter and send late, by 0.1 to 0.5 s.
    package var fixLatency = Duration.milliseconds(200)
    /// An older fix says too little about where the aircraft is now.
    package var oldestFix = Duration.seconds(2)
    /// Deviation of what is new in each fix (PX4 and ArduPilot: 0.5 m).
    package var fixNoiseMetres = 0.5
    /// Deviation, at least, of the error that lasts from fix to fix; more where the receiver says more.
    package var fixBiasMetres = 2.0
    /// How long that error lasts: 30 to 60 s for receivers of this kind. The shortest, or what a receiver
    /// has long got over would still be held against it.
    package var fixBiasTime = Duration.seconds(30)
    /// The same where fixes are held against the way flown: the middle, or a receiver that does not come
    /// along would be found too late.
    package var wayBiasTime = Duration.seconds(50)
    /// How fast dead reckoning wanders with nothing wrong, in metres after a second.
    package var wanderMetres = 0.15
    /// Deviation of the velocity from navigation data.
    package var velocityNoiseMetresPerSecond = 0.2
    /// By which share the velocity may be too long or too short, all the time.
    package var velocityScale = 0.1
    /// By how much the heading may be off, all the time.
    package var headingBias = Angle.degrees(12)
    /// How long both last.
    package var wayErrorTime = Duration.seconds(120)
    package var drag = DragModel()

    /// The fastest that the aircraft is let turn, in a second.
    package static let fastestTurn = Angle.degrees(100)

    package init() {}
}
