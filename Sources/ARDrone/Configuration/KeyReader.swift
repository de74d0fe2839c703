import Core
import Settings

extension ARDrone {
    /// Reads settings that become configuration keys of the drone: setting, kind, key, sentence and
    /// unit in one line each.
    struct KeyReader {
        private let read: SettingsReader
        /// The keys that were asked for, in the order of the settings.
        private(set) var entries: [ConfigEntry] = []

        init(_ read: SettingsReader) {
            self.read = read
        }

        /// A setting that may be left out: then the drone keeps what it has.
        @discardableResult
        mutating func callAsFunction<Setting>(
            _ setting: String, _ kind: SettingKind<Setting>, _ key: String, _ summary: String,
            _ value: (Setting) -> ConfigValue
        ) -> Setting? {
            let given = read(optional: setting, kind, summary)
            if let given { always(key, value(given)) }
            return given
        }

        /// A setting with a default, which the drone is given too.
        @discardableResult
        mutating func callAsFunction<Setting>(
            _ setting: String, _ kind: SettingKind<Setting>, default fallback: Setting,
            _ key: String, _ summary: String, protects: Protection? = nil,
            _ value: (Setting) -> ConfigValue
        ) -> Setting {
            let given = read(setting, kind, default: fallback, summary, protects: protects)
            always(key, value(given))
            return given
        }

        /// A key that always has the same value.
        mutating func always(_ key: String, _ value: ConfigValue) {
            entries.append(ConfigEntry(key, value))
        }
    }
}
