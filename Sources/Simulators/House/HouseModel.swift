import Core
import Values

/// A house as a value: a day that passes, a bolt that moves, sensors that read. No files.
package struct HouseModel: Sendable {
    /// May be changed at any time.
    package var faults = HouseFaults()
    /// What the thermometer is set to, 9 to 12 bits; the chip leaves the works with 12.
    package var resolutionBits = 12

    /// The air as somebody has set it; `nil` while it goes by the time of day.
    package var airCelsius: Double?

    /// The converter's full scale: an MCP3008 has 10 bits.
    package static let lightFullScale = 1023

    private let options: HouseOptions
    private let daylight: Daylight
    private var bolt: BoltMechanism
    private var noise: SeededGenerator
    private var elapsed = Duration.zero
    private var pulse: Double?
    /// What the converter reads now, 0...1023.
    package private(set) var lightRaw = 0

    package init(_ options: HouseOptions = HouseOptions()) {
        self.options = options
        daylight = Daylight(
            lightRatio: options.lightRatio, minCelsius: options.minCelsius,
            maxCelsius: options.maxCelsius)
        bolt = BoltMechanism(options)
        noise = SeededGenerator(seed: options.seed)
        lightRaw = readLight()
    }

    /// Lets time pass with this pulse at the servo, in microseconds (`nil`: none).
    package mutating func advance(by time: Duration, pulseMicroseconds: Double?) {
        elapsed += max(.zero, time)
        pulse = pulseMicroseconds
        bolt.heldAt = faults.boltHeldAt
        if !faults.isLatchJammed {
            bolt.advance(by: time, pulseMicroseconds: pulseMicroseconds)
        }
        lightRaw = readLight()
    }

    package var truth: HouseGroundTruth {
        let time = timeOfDay
        return HouseGroundTruth(
            timeOfDay: time, lightRatio: daylight.light(at: time),
            celsius: celsius, boltPosition: bolt.position,
            isLatchContactClosed: bolt.isContactClosed, pulseMicroseconds: pulse)
    }

    /// The content of the thermometer's `w1_slave` file; empty when it cannot be read.
    package var thermometerText: String {
        switch faults.thermometer {
        case .unplugged: ""
        case .shorted: DS18B20Scratchpad.shorted.text
        case .poweredOn: DS18B20Scratchpad.poweredOn.text
        case nil: reading.text
        }
    }

    /// What the thermometer has measured, as the kernel works it out.
    var milliCelsius: Int { reading.milliCelsius }

    private var reading: DS18B20Scratchpad {
        DS18B20Scratchpad(celsius: celsius, resolutionBits: resolutionBits)
    }

    private var celsius: Double { airCelsius ?? daylight.celsius(at: timeOfDay) }

    private var timeOfDay: Double {
        let day = max(0.001, options.dayLength.seconds)
        let days = options.startOfDay + elapsed.seconds / day
        return days - days.rounded(.down)
    }

    private mutating func readLight() -> Int {
        guard !faults.isLightSensorUnplugged else { return 0 }
        let scale = Double(Self.lightFullScale)
        let exact = daylight.light(at: timeOfDay) * scale
        let bound = max(0, options.lightNoiseSteps)
        let noisy = exact + Double.random(in: -bound...bound, using: &noise)
        return Int(min(scale, max(0, noisy)).rounded())
    }
}
