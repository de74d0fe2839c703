import Devices

/// Everything that a navdata packet tells, in units to calculate with.
struct NavdataReport: Sendable {
    var state: NavdataState
    var control: ControlState
    var batteryPercent: Double
    var batteryMillivolts: Double
    var isMotorOn: Bool
    /// Since power-on.
    var uptime: Duration
    var pitch: Angle
    var roll: Angle
    /// The magnetometer's heading, clockwise from north.
    var heading: Angle
    var altitudeMetres: Double
    var forwardMetresPerSecond: Double
    var rightMetresPerSecond: Double
    var climbMetresPerSecond: Double
    /// The firmware's estimate; `nil` while the estimator does not run.
    var wind: GroundVector?
    /// `nil` on a drone without a flight recorder.
    var satellites: Satellites?

    /// What the flight recorder adds.
    struct Satellites: Sendable {
        var reading: SatelliteReceiver.Reading?
        /// How long after power-on the reading was taken.
        var readingUptime: Duration
        /// Where it took off; `nil` before the first take-off with a fix.
        var origin: Position?
    }
}
