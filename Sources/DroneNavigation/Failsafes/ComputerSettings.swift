import Core
import Settings
import Values

extension DroneNavigation {
    /// How unwell the computer may be that flies it.
    struct ComputerSettings: PluginSettings {
        let maxTemperature: Temperature
        let minSignalDBm: Double
        let warnSignalDBm: Double
        let maxTickLateness: Duration
        let unwellFor: Duration

        init(_ read: SettingsReader) {
            maxTemperature = read(
                "max_computer_temperature", .temperature(40...110),
                default: Temperature(celsius: 80),
                "With a hotter processor it does not take off, and flies home. A Pi slows down from 80 °C.",
                protects: .smaller)
            minSignalDBm = read(
                "min_signal_dbm", .number(-120 ... -30), default: -80,
                "Where the Wi-Fi hears its network more weakly it flies home after link_weak_for. Below -75 "
                    + "most lose packets.", protects: .greater)
            warnSignalDBm = read(
                "warn_signal_dbm", .number(-120 ... -30), default: -75,
                "Where the Wi-Fi hears its network more weakly for 3 s it tells so.",
                protects: .greater)
            maxTickLateness = read(
                "max_tick_lateness", .duration(.milliseconds(20) ... .seconds(2)),
                default: .milliseconds(100), "With a step in each second that is later it lands.",
                protects: .smaller)
            unwellFor = read(
                "computer_unwell_for", .duration(.zero ... .seconds(60)), default: .seconds(5),
                "For how long the computer must be too hot, too late or short of voltage.",
                protects: .smaller)
        }

        /// What is worth to be told, and no more.
        func warning(_ computer: ComputerState?) -> FailsafeCondition? {
            guard let dBm = computer?.signalDBm, dBm >= minSignalDBm, dBm < warnSignalDBm else {
                return nil
            }
            return .signalWarning(dBm: dBm, limit: warnSignalDBm)
        }

        /// What a step finds; empty where the computer tells nothing.
        func troubles(_ computer: ComputerState?) -> [FailsafeCondition] {
            var found: [FailsafeCondition] = []
            if computer?.isUnderVoltage == true { found.append(.underVoltage) }
            if let celsius = computer?.celsius, celsius > maxTemperature.celsius {
                found.append(.computerHot(celsius: celsius, limit: maxTemperature.celsius))
            }
            if let dBm = computer?.signalDBm, dBm < minSignalDBm {
                found.append(.signalWeak(dBm: dBm, limit: minSignalDBm))
            }
            return found
        }
    }
}
