/// The options of a navdata packet that the driver uses. Offsets count from the option's tag.
/// An option that is longer than known is read as far as known: they only ever grow at the end.
/// One that is shorter is as good as absent. Where a field is stands in `Fields`.
///
/// Offsets and types are those of the packed structures of Parrot's SDK 2.0 (`navdata_common.h`),
/// checked against a packet that a real drone sent.

extension ARDrone {
    /// Option 0: what the drone does, and its attitude.
    package struct Demo: Equatable, Sendable {
        package static let id = NavdataOptionID(0, size: 148)

        /// The control state's upper half: 2 landed, 3 flying, 4 hovering, 6 taking off...
        let majorState: UInt16
        /// Its lower half: a refinement of the upper one.
        let minorState: UInt16
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

        init?(_ bytes: NavdataBytes) {
            guard let option = Self.id.complete(bytes) else { return nil }
            majorState = option[Fields.controlState].major
            minorState = option[Fields.controlState].minor
            batteryPercent = option[Fields.battery]
            pitchMillidegrees = Double(option[Fields.pitch])
            rollMillidegrees = Double(option[Fields.roll])
            yawMillidegrees = Double(option[Fields.yaw])
            altitudeMillimetres = option[Fields.altitude]
            forwardMillimetresPerSecond = Double(option[Fields.forward])
            rightMillimetresPerSecond = Double(option[Fields.right])
        }

        /// Hovering, and turning on the spot for its magnetometer.
        var isCalibratingMagnetometer: Bool { majorState == 4 && minorState == 12 }

        /// Whether a drone can be like that. False for NaN as well, which is within nothing.
        var isPlausible: Bool {
            batteryPercent <= 100
                && abs(pitchMillidegrees) <= Self.angleLimitMillidegrees
                && abs(rollMillidegrees) <= Self.angleLimitMillidegrees
                && abs(yawMillidegrees) <= Self.angleLimitMillidegrees
                && abs(forwardMillimetresPerSecond) <= Self.speedLimitMillimetresPerSecond
                && abs(rightMillimetresPerSecond) <= Self.speedLimitMillimetresPerSecond
                && Self.altitudesMillimetres.contains(altitudeMillimetres)
        }

        /// More than a full turn, which is where the yaw begins again.
        private static let angleLimitMillidegrees = 360_000.0
        /// Three times what the airframe reaches in a dive.
        private static let speedLimitMillimetresPerSecond = 50_000.0
        /// Further up or down from where it took off than its radio and its battery reach.
        private static let altitudesMillimetres: ClosedRange<Int32> = -3_000_000...3_000_000

        package enum Fields {
            package static let controlState = NavdataField<ControlState>(4)
            package static let battery = NavdataField<UInt32>(8)
            package static let pitch = NavdataField<Float>(12)
            package static let roll = NavdataField<Float>(16)
            package static let yaw = NavdataField<Float>(20)
            package static let altitude = NavdataField<Int32>(24)
            package static let forward = NavdataField<Float>(28)
            package static let right = NavdataField<Float>(32)
        }
    }

    /// What the drone's controller is doing: the demo option's `ctrl_state`.
    package struct ControlState: Equatable, Sendable {
        package let rawValue: UInt32

        /// 2 landed, 3 flying, 4 hovering, 6 taking off...
        package var major: UInt16 { UInt16(truncatingIfNeeded: rawValue >> 16) }
        /// A refinement of `major`, which it has a meaning with only.
        package var minor: UInt16 { UInt16(truncatingIfNeeded: rawValue) }
    }

    /// The drone's clock: 11 bits of seconds above 21 bits of microseconds; wraps after 2048 s.
    package struct DroneTime: Equatable, Sendable {
        package static let id = NavdataOptionID(1, size: 8)
        package static let field = NavdataField<DroneTime>(4)

        package let raw: UInt32

        var sinceWrap: Duration {
            .seconds(Int64(raw >> 21)) + .microseconds(Int64(raw & 0x1F_FFFF))
        }
    }

    /// Option 22: the compass. A heading that is no number is as good as none: that may come of the
    /// drone's own arithmetic, and it flies without.
    package struct Magneto: Equatable, Sendable {
        package static let id = NavdataOptionID(22, size: 75)

        /// Compass and gyroscopes together, degrees from magnetic north, clockwise.
        let fusedHeadingDegrees: Double
        let isCalibrated: Bool

        init?(_ bytes: NavdataBytes) {
            guard let option = Self.id.complete(bytes) else { return nil }
            fusedHeadingDegrees = Double(option[Fields.heading])
            guard !fusedHeadingDegrees.isNaN else { return nil }
            isCalibrated = option[Fields.isCalibrated] != 0
        }

        /// The protocol has -180...180; the field's name ("unwrapped") leaves room for more turns than
        /// a battery lasts for, at the 350 degrees a second of its limit.
        var isPlausible: Bool { abs(fusedHeadingDegrees) <= 360_000 }

        package enum Fields {
            package static let heading = NavdataField<Float>(54)
            package static let isCalibrated = NavdataField<UInt8>(58)
        }
    }

    /// Option 27 in the size of the flight recorder's GPS; other firmware has another option
    /// there, so the size alone tells them apart.
    package struct GPS: Equatable, Sendable {
        package static let id = NavdataOptionID(27, size: 216)

        let latitude: Double
        let longitude: Double
        let elevationMetres: Double
        let hdop: Double
        /// A mask; 0 before the first fix.
        let dataAvailable: UInt32
        let speedMetresPerSecond: Double
        /// When the receiver's last data came, by a clock of its own: a packet of a real drone with
        /// nine satellites in view has 2.4 s here and 363 s in option 1. Only that it changes counts.
        let receivedAt: DroneTime
        let courseDegrees: Double
        let horizontalErrorMetres: Double
        let satellites: UInt32
        let isPlugged: Bool

        init?(_ bytes: NavdataBytes) {
            guard let option = Self.id.complete(bytes) else { return nil }
            latitude = option[Fields.latitude]
            longitude = option[Fields.longitude]
            elevationMetres = option[Fields.elevation]
            hdop = option[Fields.hdop]
            dataAvailable = option[Fields.dataAvailable]
            speedMetresPerSecond = Double(option[Fields.speed])
            receivedAt = option[Fields.receivedAt]
            courseDegrees = Double(option[Fields.course])
            horizontalErrorMetres = Double(option[Fields.horizontalError])
            satellites = option[Fields.satellites]
            isPlugged = option[Fields.isPlugged] != 0
        }

        package enum Fields {
            package static let latitude = NavdataField<Double>(4)
            package static let longitude = NavdataField<Double>(12)
            package static let elevation = NavdataField<Double>(20)
            package static let hdop = NavdataField<Double>(28)
            package static let dataAvailable = NavdataField<UInt32>(36)
            package static let speed = NavdataField<Float>(140)
            package static let receivedAt = NavdataField<DroneTime>(144)
            package static let course = NavdataField<Float>(148)
            package static let horizontalError = NavdataField<Float>(156)
            package static let satellites = NavdataField<UInt32>(168)
            package static let isPlugged = NavdataField<UInt32>(196)
        }
    }

    /// Option 6: what the drone was told.
    package enum References {
        package static let id = NavdataOptionID(6, size: 88)
        /// The number of the last stick command that the drone took.
        package static let userSequence = NavdataField<Int32>(84)
    }

    /// Option 26: the radio.
    package enum WiFi {
        package static let id = NavdataOptionID(26, size: 8)
        /// Of unknown scale: clients disagree on its very type, and captures have 0 only.
        package static let linkQuality = NavdataField<UInt32>(4)
    }
}
