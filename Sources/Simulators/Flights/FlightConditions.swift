import Core
import Values

/// The drone, the weather and the instruments of one flight.
package struct FlightConditions: Equatable, Sendable {
    package var start: Position
    package var heading = Angle.degrees(0)
    package var dynamics = FlightDynamics.identified
    package var wind = Wind.calm
    package var receiver = ReceiverQuality()
    /// What its camera takes a metre per second for.
    package var flowScale = 1.0
    package var flowNoiseMetresPerSecond = 0.1
    /// Added to what the compass says.
    package var headingError = Angle.degrees(0)
    /// The deviation of the ultrasound; above its range the barometer's error comes instead.
    package var ultrasoundNoiseMetres = 0.03
    package var barometerErrorMetres = 1.0
    package var batteryPercent = 100.0
    /// How long a whole charge flies.
    package var flightTime = Battery.usualFlightTime
    /// How much less charge it shows while the motors work hard: a sag of the voltage.
    package var sagPercent = 0.0
    /// On the way to the drone, the radio and its own control loop together.
    package var commandDelay = Duration.milliseconds(100)
    package var navdataDelay = Duration.milliseconds(40)
    /// The share of datagrams that is lost, either way.
    package var loss = 0.0
    /// What the drone's own configuration bounds: full stick, and how high it lets itself fly.
    package var tiltMax = Angle.degrees(20)
    package var climbMaxMetresPerSecond = 1.0
    package var turnMaxRadiansPerSecond = 3.49
    package var altitudeMaxMetres = 5.0

    package init(start: Position) {
        self.start = start
    }

    var limits: FlightLimits {
        FlightLimits(
            tilt: tiltMax, climbMetresPerSecond: climbMaxMetresPerSecond,
            yawRadiansPerSecond: turnMaxRadiansPerSecond, minMetres: 0.05,
            maxMetres: altitudeMaxMetres)
    }
}

/// A front of wind that comes and goes: 1 - cos, as gusts are certified for.
package struct GustFront: Equatable, Sendable {
    package let metresPerSecond: Double
    package let towards: Angle
    package let beganAt: Instant
    package let lasting: Duration

    package init(metresPerSecond: Double, towards: Angle, beganAt: Instant, lasting: Duration) {
        self.metresPerSecond = metresPerSecond
        self.towards = towards
        self.beganAt = beganAt
        self.lasting = lasting
    }

    func velocity(at now: Instant) -> PlaneVector {
        let share = (now - beganAt).seconds / max(0.1, lasting.seconds)
        guard (0...1).contains(share) else { return .zero }
        let height = (1 - Angle.degrees(360 * share).cosine) / 2
        return PlaneVector(length: metresPerSecond * height, towards: towards)
    }
}

/// What a controller sends at a time.
package struct FlightControls: Equatable, Sendable {
    /// The bit that takes off and stays up; without it, it lands.
    package var isUp: Bool
    /// Ends an emergency.
    package var resets: Bool
    /// `nil` hovers.
    package var motion: StickPosition?

    package init(isUp: Bool, resets: Bool = false, motion: StickPosition? = nil) {
        self.isUp = isUp
        self.resets = resets
        self.motion = motion
    }
}

/// What a drone says of itself at a time.
package struct FlightTelemetry: Sendable {
    package let takenAt: Instant
    package let state: FlightState
    package let heading: Heading
    /// The latest fix of its receiver; `nil` without one.
    package let fix: Fix?
    /// When that was taken, by the receiver's own account.
    package let fixTakenAt: Instant
}
