import Values

/// What goes wrong with a simulated drone and its link, from outside its firmware.
package struct DroneFaults: Equatable, Sendable {
    /// What ails the satellite receiver.
    package enum Satellites: Equatable, Sendable {
        case on, off
        /// It repeats its last fix as if it were new.
        case stuck
        /// For two seconds the fixes are off by so many metres, at once.
        case jump(metres: Double)
        /// The fixes creep away from the truth, up to so many metres.
        case wrong(metres: Double)
        /// It sees four satellites, badly placed, and says so.
        case poor
        /// It says no more how good its fixes are: neither error nor dilution nor satellites.
        case bare
        /// Its fixes have no height any more.
        case flat
        /// Neither a height nor a word of how good they are.
        case bareFlat
    }

    package var satellites = Satellites.on
    package var wind = Wind.calm
    package var magnetism = MagneticDisturbance.none
    /// Its firmware knows how the magnetometer is calibrated, if it ever was.
    package var isCompassCalibrated = true
    package var isCameraReady = true
    /// What is below it.
    package var ground = GroundSurface.textured
    /// How much further it says that it is rolled.
    package var tilt = Angle.degrees(0)
    /// How fast the air rises.
    package var updraftMetresPerSecond = 0.0
    /// What happens to datagrams on their way to the drone ...
    package var up = PathFaults()
    /// ... and on their way from it.
    package var down = PathFaults()
    /// Nothing passes either way: out of range, or the access point is gone.
    package var isOutage = false
    /// The battery is held at this charge instead of draining.
    package var batteryPercent: Double?
    /// Configuration keys that are acknowledged and not applied, as has been seen with real ones.
    package var ignoredKeys: Set<String> = []

    package init() {}
}

/// What the air does to datagrams on one way. Each share is 0...1.
package struct PathFaults: Equatable, Sendable {
    package var loss = 0.0
    package var delay = Duration.zero
    /// Up to so much is added to the delay, so that datagrams may overtake each other.
    package var jitter = Duration.zero
    /// The share that is held back for long enough to come after those behind it.
    package var reorder = 0.0
    package var duplicate = 0.0
    /// The share that arrives with a bit of one byte turned over.
    package var corrupt = 0.0

    package init() {}
}

/// Iron or a current near the drone: a horizontal field beside the earth's.
package struct MagneticDisturbance: Equatable, Sendable {
    package let milligauss: Double
    /// Clockwise from north.
    package let towards: Angle

    package init(milligauss: Double, towards: Angle) {
        self.milligauss = milligauss
        self.towards = towards
    }

    package static let none = MagneticDisturbance(milligauss: 0, towards: .degrees(0))

    var field: PlaneVector {
        PlaneVector(length: milligauss, towards: towards)
    }
}
