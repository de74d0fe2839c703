/// The options of a navdata packet that the driver uses. Offsets count from the option's tag.
/// An option that is longer than known is read as far as known: they only ever grow at the end.
/// One that is too short for the fields read here is as good as absent.

extension ARDrone {
    /// Option 0: what the drone does, and its attitude.
    struct Demo: Equatable, Sendable {
        /// The control state's upper half: 2 landed, 3 flying, 4 hovering, 6 taking off...
        let majorState: UInt16
        let batteryPercent: UInt32
        /// Nose up is positive.
        let pitchMillidegrees: Double
        /// Right side down is positive.
        let rollMillidegrees: Double
        /// Clockwise is positive.
        let yawMillidegrees: Double
        /// Above the ground that it took off from, whatever the SDK's comment on units says.
        let altitudeMillimetres: Int32
        let forwardMillimetresPerSecond: Double
        let rightMillimetresPerSecond: Double

        init?(_ option: NavdataBytes) {
            guard option.count >= 40 else { return nil }
            majorState = option.uint16(at: 6)
            batteryPercent = option.uint32(at: 8)
            pitchMillidegrees = option.float(at: 12)
            rollMillidegrees = option.float(at: 16)
            yawMillidegrees = option.float(at: 20)
            altitudeMillimetres = option.int32(at: 24)
            forwardMillimetresPerSecond = option.float(at: 28)
            rightMillimetresPerSecond = option.float(at: 32)
        }
    }

    /// The drone's clock: 11 bits of seconds above 21 bits of microseconds; wraps after 2048 s.
    struct DroneTime: Equatable, Sendable {
        let raw: UInt32

        var sinceWrap: Duration {
            .seconds(Int64(raw >> 21)) + .microseconds(Int64(raw & 0x1F_FFFF))
        }
    }

    /// Option 22: the compass.
    struct Magneto: Equatable, Sendable {
        /// Compass and gyroscopes together, degrees from magnetic north, clockwise.
        let fusedHeadingDegrees: Double
        let isCalibrated: Bool

        init?(_ option: NavdataBytes) {
            guard option.count >= 59 else { return nil }
            fusedHeadingDegrees = option.float(at: 54)
            isCalibrated = option.uint8(at: 58) != 0
        }
    }

    /// Option 27 in the size of the flight recorder's GPS; other firmware has another option
    /// there, so the size alone tells them apart.
    struct GPS: Equatable, Sendable {
        static let size = 216

        let latitude: Double
        let longitude: Double
        let elevationMetres: Double
        let hdop: Double
        /// A mask; 0 before the first fix.
        let dataAvailable: UInt32
        let speedMetresPerSecond: Double
        /// When the receiver's last data came, by the drone's clock.
        let receivedAt: DroneTime
        let courseDegrees: Double
        let horizontalErrorMetres: Double
        let satellites: UInt32
        let isPlugged: Bool

        init?(_ option: NavdataBytes) {
            guard option.count >= Self.size else { return nil }
            latitude = option.double(at: 4)
            longitude = option.double(at: 12)
            elevationMetres = option.double(at: 20)
            hdop = option.double(at: 28)
            dataAvailable = option.uint32(at: 36)
            speedMetresPerSecond = option.float(at: 140)
            receivedAt = DroneTime(raw: option.uint32(at: 144))
            courseDegrees = option.float(at: 148)
            horizontalErrorMetres = option.float(at: 156)
            satellites = option.uint32(at: 168)
            isPlugged = option.uint32(at: 196) != 0
        }
    }
}
