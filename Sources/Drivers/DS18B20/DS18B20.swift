import Core
import JSON
import Settings
import Values

/// A DS18B20 thermometer on the kernel's 1-Wire bus.
///
/// Wiring: data to GPIO 4 (or `gpiopin`), 4.7 kΩ from data to 3.3 V, supply from 3.3 V (not
/// parasitic). The Pi's internal pull-up is too weak. In config.txt: `dtoverlay=w1-gpio`.
///
/// Facts of the chip: 9 to 12 bits, 0.5 to 0.0625 °C a step, a conversion takes 94 to 750 ms
/// (data sheet DS18B20, table 2). The kernel holds the bus and sleeps meanwhile, and reports every
/// failure as an empty file (drivers/w1/slaves/w1_therm.c). Read is therefore `w1_slave`: the same
/// conversion as `temperature`, but with the evidence by which a false value is found out.
package enum DS18B20: DriverPlugin {
    package static let name = "ds18b20"
    package static let summary = "A DS18B20 thermometer on the 1-Wire bus."
    package static let ports: [DriverPort] = [.source(temperature)]

    package static let temperature = Port<Temperature>(
        "temperature", "The temperature at the sensor.")

    /// The sensor; without an id the only one that there is, of which there cannot be two.
    package static func claims(_ settings: Settings) -> [Claim] {
        [Claim(.oneWireDevice, settings.id ?? "that is the only sensor", key: "id")]
    }

    package static func reportDelays(_ settings: Settings) -> [String: ReportDelay] {
        reportDelays(reading: settings, every: settings.every)
    }

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        let sysfs = context.system.sysfs
        let scheduler = context.scheduler
        let reader = context.shared("w1 of \(sysfs)") {
            Reader(SysfsFiles(sysfs: sysfs), scheduler)
        }
        return Thermometer(settings, context, reader)
    }
}

extension DS18B20 {
    package struct Settings: PluginSettings {
        /// `nil`: the only sensor on the bus.
        let id: String?
        let every: Duration
        let configuration: SensorConfiguration
        let limits: Plausibility.Limits

        package init(_ read: SettingsReader) {
            id = read(
                optional: "id", .sensorID,
                "The sensor's name on the bus. May be left out while there is only one.")
            every = read(
                "every", .duration(.seconds(1) ... .seconds(3600)), default: .seconds(10),
                "How often the temperature is read.")
            let resolutionBits = read(
                "resolution", .integer(9...12), default: 9,
                "Bits of a reading: 9 is 0.5 °C in 94 ms, 12 is 0.0625 °C in 750 ms.")
            let conversionTime = read(
                optional: "conversion_time", .duration(.milliseconds(10) ... .seconds(2)),
                "How long a conversion takes; what the kernel measures unless this is set.")
            let pollsCompletion = read(
                "poll_completion", .bool, default: false,
                "Ask the sensor when it is done instead of waiting; not with parasitic supply, and "
                    + "nobody on its bus converts together with others then.")
            configuration = SensorConfiguration(
                resolutionBits: resolutionBits, conversionTime: conversionTime,
                pollsCompletion: pollsCompletion)
            let range = Scratchpad.measurableCelsius
            let min = read(
                "min", .temperature(range), default: Temperature(celsius: range.lowerBound),
                "A reading below this is rejected.")
            let max = read(
                "max", .temperature(range), default: Temperature(celsius: range.upperBound),
                "A reading above this is rejected.")
            let celsiusPerMinute = read(
                "max_rate", .celsiusPerMinute(0.1...600), default: 30,
                "A reading that changed faster than this is rejected.")
            read.check(min < max, "min", "must be below max")
            limits = Plausibility.Limits(
                min: min, max: max, celsiusPerSecond: celsiusPerMinute / 60)
        }
    }
}

extension SettingKind where Value == String {
    /// The name of a DS18B20: its family code and its serial number.
    fileprivate static var sensorID: SettingKind {
        matching(
            "a sensor's name such as \"28-000005e2fdc3\"", schema: ["pattern": "^28-[0-9a-f]{12}$"]
        ) { text in
            let digits = text.dropFirst(3)
            return text.hasPrefix("28-") && digits.utf8.count == 12
                && digits.allSatisfy { $0.isASCII && $0.isHexDigit && !$0.isUppercase }
        }
    }
}
