import Values

extension SimulatedDrone {
    /// What ends the bootstrap, in which navigation data are bare headers.
    package enum BootstrapEnd: String, Sendable {
        /// The client has said what it wants (`CONFIG general:navdata_demo`), as real drones have it:
        /// go-ardrone and python-ardrone fly them and never send a `CTRL`.
        case configured
        /// The client has also cleared the acknowledgement, as the developer guide asks.
        case acknowledged
    }

    /// How a simulated drone is made.
    package struct Options: Sendable {
        /// The IPv4 address that it listens on.
        package var address = "127.0.0.1"
        /// 0 lets the kernel choose; a real drone has 5556.
        package var atPort: UInt16 = 5556
        /// 0 lets the kernel choose; a real drone has 5554.
        package var navdataPort: UInt16 = 5554
        /// TCP, for the configuration dump. 0 lets the kernel choose; a real drone has 5559.
        package var controlPort: UInt16 = 5559
        /// TCP. 0 lets the kernel choose; a real drone has 5555.
        package var videoPort: UInt16 = 5555
        package var video = VideoOptions()
        /// Where it stands when it is switched on.
        package var start: Position
        package var heading = Angle.degrees(0)
        /// What its body makes of tilt, thrust and wind.
        package var dynamics = FlightDynamics.identified
        package var wind = Wind.calm
        /// Gusts, satellite errors and packet loss are the same for the same seed.
        package var seed: UInt64 = 1
        package var batteryPercent = 100.0
        /// Whether it has the flight recorder and firmware 2.4; without, it is an older one.
        package var hasGPS = true
        /// Whether its magnetometer was calibrated on an earlier flight. Without, the heading is
        /// off by as much as its own iron turns it.
        package var isCompassCalibrated = true
        /// Strict, it puts a client's part in the guide's handshake to the test.
        package var bootstrapEnd = BootstrapEnd.configured
        /// How long after losing its controller it lands by itself; `nil` hovers until the
        /// battery is empty. Real ones have been seen to do either.
        package var landsAfterLinkLoss: Duration?

        package init(start: Position) {
            self.start = start
        }
    }
}
