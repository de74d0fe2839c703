import Core
import Devices

extension PetDoor {
    /// Where day and night part, and what is too cold and too hot: as the file has it, or as a person asked
    /// while the door runs.
    package struct Thresholds: Codable, Equatable, Sendable {
        /// A share of the light sensor's full scale, and the width of the band around it.
        var light: Double
        var band: Double
        /// `nil`: it locks for no cold. With one bolt that would keep out whoever is in the cold.
        var coldest: Temperature?
        var hottest: Temperature?

        /// Below this it is dark; nothing changes between here and `brightAbove`.
        var darkBelow: Double { light - band / 2 }
        var brightAbove: Double { light + band / 2 }
        var needsTemperature: Bool { coldest != nil || hottest != nil }

        /// As `Why` has it: `nil` while nothing is lacking.
        func lacksThermometer(_ temperature: Sample<Temperature>?) -> Bool? {
            temperature == nil && needsTemperature ? true : nil
        }

        /// What cannot be, by the key of the setting.
        func conflicts(hysteresisKelvins: Double) -> [SettingConflict] {
            var found: [SettingConflict] = []
            if darkBelow <= 0 || brightAbove >= 1 {
                found.append(
                    SettingConflict(
                        "light_threshold",
                        "with light_band around it, it must lie within 0% to 100%"))
            }
            if let coldest, let hottest,
                coldest.celsius + 2 * hysteresisKelvins >= hottest.celsius
            {
                found.append(
                    SettingConflict(
                        "temperature_max",
                        "must be above temperature_min by more than twice temperature_hysteresis"))
            }
            return found
        }

        /// For people, the light also in counts of ten bits, as the locker before Roost had it.
        func text(in unit: TemperatureUnit, hasThermometer: Bool = true) -> String {
            let limits = [
                coldest.map { "too cold below \(unit.text(of: $0.celsius))" },
                hottest.map { "too hot above \(unit.text(of: $0.celsius))" },
            ].compactMap { $0 }
            let dark = Self.light(darkBelow)
            let bright = Self.light(brightAbove)
            return
                (["night below \(dark), day above \(bright)"]
                + (limits.isEmpty ? ["at any temperature"] : limits))
                .joined(separator: ", ")
                + (needsTemperature && !hasThermometer
                    ? " (no thermometer is connected: at any temperature)" : "")
        }

        private static func light(_ share: Double) -> String {
            let counts = Int((share * SettingKind<Double>.lightCounts).rounded())
            return "\(fixedText(of: share * 100, decimals: 1)) % (\(counts)/1023)"
        }
    }

    /// In what people read temperatures.
    package enum TemperatureUnit: String, CaseIterable, Codable, Sendable {
        case celsius, fahrenheit

        /// As `Why` has it: `nil` is celsius.
        var unlessCelsius: TemperatureUnit? { self == .celsius ? nil : self }

        func text(of celsius: Double) -> String {
            switch self {
            case .celsius: "\(fixedText(of: celsius, decimals: 1)) °C"
            case .fahrenheit: "\(fixedText(of: celsius * 1.8 + 32, decimals: 1)) °F"
            }
        }
    }

    /// Thresholds that a person asks for; those that are left out stay.
    package struct ThresholdNews: PluginSettings, Codable, Equatable {
        var light: Double?
        var band: Double?
        var coldest: Limit?
        var hottest: Limit?

        enum Limit: Codable, Equatable, Sendable {
            case none
            case at(Temperature)

            var temperature: Temperature? {
                if case .at(let temperature) = self { temperature } else { nil }
            }
        }

        package init(_ read: SettingsReader) {
            light = read(optional: "light_threshold", .lightShare(0...1), "As in the file.")
            band = read(optional: "light_band", .lightShare(0...0.5), "As in the file.")
            coldest = Self.limit(read, "temperature_min", "it locks for no cold")
            hottest = Self.limit(read, "temperature_max", "it locks for no heat")
        }

        private static func limit(
            _ read: SettingsReader, _ key: String, _ none: String
        ) -> Limit? {
            let given = read(
                optional: key, .temperature(-50...60, or: "none"),
                "As in the file; \"none\": \(none).")
            return given.map { $0.map(Limit.at) ?? .none }
        }

        var needsTemperature: Bool { coldest?.temperature != nil || hottest?.temperature != nil }

        func applied(to thresholds: Thresholds) -> Thresholds {
            Thresholds(
                light: light ?? thresholds.light, band: band ?? thresholds.band,
                coldest: coldest.map(\.temperature) ?? thresholds.coldest,
                hottest: hottest.map(\.temperature) ?? thresholds.hottest)
        }
    }
}

extension PetDoor.LockRule {
    /// Those that a person asked for; `nil` while it goes by the file.
    var askedThresholds: PetDoor.Thresholds? {
        thresholds == settings.thresholds ? nil : thresholds
    }
}

extension PetDoor.PetDoorController {
    mutating func reply(
        to news: PetDoor.ThresholdNews, hasThermometer: Bool
    ) -> (Bool, String) {
        let wanted = news.applied(to: rule.thresholds)
        let hysteresis = settings.rule.temperatureHysteresisKelvins
        if let conflict = wanted.conflicts(hysteresisKelvins: hysteresis).first {
            return (false, "refused: \(conflict.key): \(conflict.why)")
        }
        if news.needsTemperature, !hasThermometer {
            return (false, "refused: temperature_min and temperature_max need a \"temperature\"")
        }
        rule.thresholds = wanted
        return (true, thresholdReport(hasThermometer))
    }

    mutating func resetThresholds(hasThermometer: Bool) -> (Bool, String) {
        rule.thresholds = settings.rule.thresholds
        return (true, thresholdReport(hasThermometer))
    }

    private func thresholdReport(_ hasThermometer: Bool) -> String {
        let unit = settings.temperatureUnit
        let asked = rule.thresholds.text(in: unit, hasThermometer: hasThermometer)
        guard rule.askedThresholds != nil else { return "\(asked), as in the file" }
        return "\(asked), until \"reset\"; in the file \(settings.rule.thresholds.text(in: unit))"
    }
}
