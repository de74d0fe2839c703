import Core

extension ARDrone {
    /// Reads settings that become configuration keys of the drone: setting, kind, key, sentence and
    /// unit in one line each.
    struct KeyReader {
        /// A value as the drone writes it.
        enum Value {
            case flag(Bool)
            case integer(Int)
            case number(Double)
            case text(String)
        }

        private let read: SettingsReader
        /// The keys that were asked for, in the order of the settings.
        private(set) var entries: [ConfigEntry] = []

        init(_ read: SettingsReader) {
            self.read = read
        }

        /// A setting that may be left out: then the drone keeps what it has.
        mutating func callAsFunction<Setting>(
            _ setting: String, _ kind: SettingKind<Setting>, _ key: String, _ summary: String,
            _ value: (Setting) -> Value
        ) {
            if let given = read(optional: setting, kind, summary) { always(key, value(given)) }
        }

        /// A setting with a default, which the drone is given too.
        @discardableResult
        mutating func callAsFunction<Setting>(
            _ setting: String, _ kind: SettingKind<Setting>, default fallback: Setting,
            _ key: String, _ summary: String, _ value: (Setting) -> Value
        ) -> Setting {
            let given = read(setting, kind, default: fallback, summary)
            always(key, value(given))
            return given
        }

        /// A key that always has the same value.
        mutating func always(_ key: String, _ value: Value) {
            switch value {
            case .flag(let flag): entries.append(ConfigEntry(key, flag))
            case .integer(let integer): entries.append(ConfigEntry(key, integer))
            case .number(let number): entries.append(ConfigEntry(key, number))
            case .text(let text): entries.append(ConfigEntry(key: key, value: text))
            }
        }
    }
}
