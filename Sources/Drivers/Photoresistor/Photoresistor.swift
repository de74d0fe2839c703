import Core
import DriverKit
import Settings
import Values

/// A photoresistor in a voltage divider, on an analogue converter.
///
/// Wiring: photoresistor from 3.3 V to the converter's input, a fixed resistor (10 kΩ suits most)
/// from there to ground, so that light raises the voltage. The converter runs at 3.3 V too: at 5 V
/// its output overdrives the Pi. In config.txt: `dtparam=spi=on` and
/// `dtoverlay=mcp3008,spi0-0-present` (which takes /dev/spidev0.0 away). Without that overlay an
/// MCP3008 is read through spidev, and an ADS1115 through i2c-dev, if the settings say where.
///
/// Choose the fixed resistor so that the darkest night still reads a few counts: a reading at the
/// very end of the scale cannot be told from a broken wire, and is published as doubtful.
///
/// A reading becomes a light level in this order: counts (`MCP3008`, `IIOVoltage`, `ADS1115`), their share of full scale
/// (`ADCInput.ratio`), the mean over a mains period (`+Averaging`), the light at the divider, a median and an average
/// (`+Divider`, `Interpreter`). `SensorPoll` calls `read` and publishes what it returns; a policy reads the latest.
package enum Photoresistor: PolledSensor {
    package static let name = "photoresistor"
    package static let summary = "A photoresistor on an analogue converter (MCP3008, ADS1115...)."
    package static let port = Port<LightLevel>("light", "How light it is.")

    package static func claims(_ settings: Settings) -> [Claim] {
        settings.adc.claims(channel: settings.channel, settings.reference)
    }

    package static func bus(_ settings: Settings) -> String? { settings.adc.bus }

    package static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> LightMeter {
        LightMeter(
            input: try settings.adc.open(
                context, inputChanges: settings.inputChanges, every: settings.every),
            clock: context.scheduler, interpreter: Interpreter(settings))
    }

    package static func read(
        _ meter: inout LightMeter, _ settings: Settings
    ) throws(DeviceError) -> Measured<LightLevel> {
        let input = meter.input
        let ratio = try settings.flicker.mean(meter.clock) { () throws(DeviceError) in
            try input.ratio(settings.channel, settings.reference)
        }
        return meter.interpreter.add(ratio, at: meter.clock.now)
    }

    /// The converter, and what is remembered of its readings until it is lost.
    package struct LightMeter: Sendable {
        let input: any ADCInput
        let clock: any Scheduler
        var interpreter: Interpreter
    }

    /// What is made of readings: the divider, the filter and the doubt, without a converter.
    package struct Interpreter: Sendable {
        private let divider: Divider
        private let margin: Double
        private var filter: Filter

        package init(_ settings: Settings) {
            divider = settings.divider
            margin = settings.reference.margin
            filter = Filter(window: settings.medianOf, timeConstant: settings.timeConstant)
        }

        /// Takes a reading of the converter.
        package mutating func add(
            _ ratio: ADCRatio, at now: Instant
        ) -> Measured<LightLevel> {
            let median = filter.median(with: divider.light(from: ratio))
            if let doubt = divider.doubt(median, margin: margin) {
                // What is doubtful is no light, and an average would take as long to forget it as it
                // takes to forget the weather.
                filter.resetAverage()
                return Measured(divider.level(ratio: median.value), doubt: doubt)
            }
            return Measured(divider.level(ratio: filter.average(with: median.value, at: now)))
        }
    }
}

extension Photoresistor {
    package struct Settings: PolledSettings {
        let adc: ADCSettings
        let channel: Int
        let reference: ADCReference
        let divider: Divider
        package let every: Duration
        let flicker: FlickerRejection
        let medianOf: Int
        let timeConstant: Duration

        package init(_ read: SettingsReader) {
            adc = ADCSettings(read)
            channel = adc.channel(read)
            reference = ADCReference(read, adc)
            divider = Divider(read)
            every = read(
                "every", .duration(.milliseconds(20) ... .seconds(60)),
                default: .seconds(1), "How often the light is read.")
            flicker = read(
                "mains", .oneOf(.none), default: .hertz50,
                "What lamps flicker with: a reading is a mean over one period of it.")
            medianOf = read(
                "median", .integer(1...9), default: 5,
                "How many readings the median is taken of, an odd number: drops single spikes.")
            read.check(medianOf % 2 == 1, "median", "must be odd, so that there is a middle one")
            timeConstant = read(
                "time_constant", .duration(.zero ... .seconds(600)), default: .seconds(1),
                "How slowly the value follows: after this long it has gone 63 % of the way.")
            adc.checkRate(conversions: conversions, every: every, read)
        }

        /// How many a reading takes.
        var conversions: Int { flicker.samples * reference.conversions }

        /// How often a reading goes from one input to another: once if somebody else uses the
        /// converter, and each time if the supply is an input, too.
        var inputChanges: Int { reference.conversions == 1 ? 1 : conversions }
    }
}
