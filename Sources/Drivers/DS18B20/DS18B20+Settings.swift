import Core
import Devices

extension DS18B20 {
    package struct Settings: PluginSettings {
        /// `nil`: the only sensor on the bus.
        let id: String?
        let every: Duration
        let tuning: SensorConfiguration
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
            tuning = SensorConfiguration(
                resolutionBits: resolutionBits, conversionTime: conversionTime,
                pollsCompletion: pollsCompletion)
            let range = Scratchpad.measurableCelsius
            let lowest = read(
                "min", .temperature(range), default: Temperature(celsius: range.lowerBound),
                "A reading below this is rejected.")
            let highest = read(
                "max", .temperature(range), default: Temperature(celsius: range.upperBound),
                "A reading above this is rejected.")
            let celsiusPerMinute = read(
                "max_rate", .celsiusPerMinute(0.1...600), default: 30,
                "A reading that changed faster than this is rejected.")
            read.check(lowest < highest, "min", "must be below max")
            limits = Plausibility.Limits(
                lowest: lowest, highest: highest, celsiusPerSecond: celsiusPerMinute / 60)
        }
    }
}

extension SettingKind where Value == String {
    /// The name of a DS18B20: its family code and its serial number.
    fileprivate static var sensorID: SettingKind {
        matching("a sensor's name such as \"28-000005e2fdc3\"") { text in
            let digits = text.dropFirst(3)
            return text.hasPrefix("28-") && digits.utf8.count == 12
                && digits.allSatisfy { $0.isASCII && $0.isHexDigit && !$0.isUppercase }
        }
    }
}
