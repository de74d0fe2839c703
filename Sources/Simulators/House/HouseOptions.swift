/// How a simulated house is built.
package struct HouseOptions: Sendable {
    /// How long a day lasts, from midnight to midnight.
    package var dayLength = Duration.seconds(40)
    /// The time of day at the start: 0 is midnight, 0.25 six o'clock, 0.5 noon.
    package var startOfDay = 0.25
    /// What share of the converter's full scale the darkest night and the brightest noon give.
    package var lightRatio = 0.05...0.92
    package var lowestCelsius = 4.0
    package var highestCelsius = 24.0
    /// How far a light reading may be off either way, in steps of the converter.
    package var lightNoiseSteps = 6.0
    /// The same seed gives the same noise.
    package var seed: UInt64 = 1
    /// The servo's pulse, in microseconds, with the bolt fully back: 65° of a servo that turns
    /// 180° from 1000 to 2000 µs.
    package var retractedMicroseconds = 1361.0
    /// The servo's pulse, in microseconds, with the bolt fully out: 180° of the same servo.
    package var extendedMicroseconds = 2000.0
    /// How long the bolt takes from one end to the other.
    package var travelTime = Duration.milliseconds(600)
    /// Where the bolt is at the start: 0 is fully back, 1 fully out.
    package var boltPosition = 1.0
    /// The thermometer's number on the 1-Wire bus.
    package var thermometerID = "28-000005e2fdc3"
    /// The converter's reference, which is also what feeds the light divider.
    package var referenceMillivolts = 3300.0
    /// How often the files change: 20 Hz, the pace of a quick poller.
    package var tick = Duration.milliseconds(50)

    package init() {}
}

/// What is broken in a simulated house.
package struct HouseFaults: Equatable, Sendable {
    package enum Thermometer: Equatable, Sendable {
        /// Pulled out, but the kernel still lists it: reads are empty.
        case unplugged
        /// The bus is shorted: nine zero bytes, whose checksum is right.
        case shorted
        /// Lost its supply and never converted: the power-on value, 85 °C.
        case poweredOn
    }

    package var thermometer: Thermometer?
    /// The photoresistor is unplugged: nothing pulls the converter's input up.
    package var isLightSensorUnplugged = false
    /// The latch is jammed: the bolt stays where it is, whatever the servo wants.
    package var isLatchJammed = false

    package init() {}
}

/// What is really so in a simulated house, whatever its sensors say: for a picture of it.
package struct HouseGroundTruth: Codable, Equatable, Sendable {
    /// 0..<1: 0 is midnight, 0.5 noon.
    package let timeOfDay: Double
    /// The share of the converter's full scale, without noise.
    package let lightRatio: Double
    package let celsius: Double
    /// 0 is fully back (unlocked), 1 fully out (locked).
    package let boltPosition: Double
    /// Whether the magnetic contact at the latch is closed: open only with the bolt fully back.
    package let isLatchContactClosed: Bool
    /// The pulse that the servo gets; `nil` when it gets none and is free.
    package let pulseMicroseconds: Double?
}
