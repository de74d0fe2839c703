import Values

/// Everything that a navdata packet tells, in units to calculate with.
///
/// All of it comes from one airframe in one surrounding, so that no two options contradict.
struct NavdataReport: Sendable {
    var state: NavdataState
    var control: ControlState
    var batteryPercent: Double
    var batteryMillivolts: Double
    /// Since power-on.
    var uptime: Duration
    var airframe: Airframe
    /// What the floor camera makes of the way.
    var flow: FlowCamera.Reading
    var inertia: InertialUnit
    var compass: Magnetometer.Reading
    /// What the autopilot asks for; all zero while the motors stand still.
    var setpoint = Airframe.Setpoint()
    var motors = MotorMixer()
    var orders = ActionOutputs()
    /// What the cameras look for.
    var detectionType: UInt32 = 13
    var video = Video()
    /// The firmware's estimate; `nil` while the estimator does not run.
    var wind: PlaneVector?
    /// `nil` on a drone without a flight recorder.
    var satellites: Satellites?

    var pitch: Angle { airframe.pitch }
    var roll: Angle { airframe.roll }
    /// As the magnetometer has it, clockwise from north.
    var heading: Angle { compass.heading }
    var altitudeMetres: Double { airframe.altitudeMetres }
    /// What the ultrasound says: 0 where it hears no echo.
    var ultrasoundMetres: Double { airframe.isBeyondUltrasound ? 0 : airframe.altitudeMetres }

    /// What the controller asked for last.
    struct ActionOutputs: Sendable {
        var stick = StickInput.hover
        var sequence: Int32 = 0
        /// How long after power-on it came.
        var uptime = Duration.zero
    }

    struct Video: Sendable {
        var frameNumber: UInt32 = 0
        var frameBytes: UInt32 = 0
        var kilobitsPerSecond: UInt32 = 0
    }

    /// What the flight recorder adds.
    struct Satellites: Sendable {
        var reading: SatelliteReceiver.Reading?
        /// How long after power-on the reading was taken.
        var readingUptime: Duration
        /// Where it took off; `nil` before the first take-off with a fix.
        var origin: Position?
    }
}
