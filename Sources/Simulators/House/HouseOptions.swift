/// How a simulated house is built.
package struct HouseOptions: Sendable {
    /// How long a day lasts, from midnight to midnight.
    package var dayLength = Duration.seconds(40)
    /// The time of day at the start: 0 is midnight, 0.25 six o'clock, 0.5 noon.
    package var startOfDay = 0.25
    /// What share of the converter's full scale the darkest night and the brightest noon give.
    package var lightRatio = 0.05...0.92
    package var minCelsius = 4.0
    package var maxCelsius = 24.0
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
    /// How the contact at the bolt is mounted.
    package var latchReed = LatchReed.opensWhenBack
    /// The thermometer's number on the 1-Wire bus.
    package var thermometerID = "28-000005e2fdc3"
    /// The converter's reference, which is also what feeds the light divider.
    package var referenceMillivolts = 3300.0
    /// How often the files change: 20 Hz, the pace of a quick poller.
    package var tick = Duration.milliseconds(50)

    package init() {}
}
