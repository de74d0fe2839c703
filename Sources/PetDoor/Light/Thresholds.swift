import Core
import Settings
import Values

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
            needsTemperature && temperature == nil ? true : nil
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
            if band < 0 || band > 0.5 {
                found.append(
                    SettingConflict(
                        "day_above", "must be above night_below, and by 50% at most"))
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

    /// That a person knows that it locks now by what is asked for.
    struct Acceptance: PluginSettings, Codable, Equatable {
        let isGiven: Bool

        /// What a person says who wants it all the same.
        static let word = "lock-now"

        init(_ read: SettingsReader) {
            let given = read(
                optional: "accept", .text("the word \"\(Self.word)\""),
                "Takes limits by which it would lock now.")
            read.check(
                given.map { $0 == Self.word } ?? true, "accept", "must be \"\(Self.word)\"")
            isGiven = given != nil
        }
    }

    /// Thresholds that a person asks for; those that are left out stay.
    package struct ThresholdNews: PluginSettings, Codable, Equatable {
        var light: Double?
        var band: Double?
        /// The two ends of the band, as the status has them.
        var nightBelow: Double?
        var dayAbove: Double?
        var coldest: Limit?
        var hottest: Limit?
        /// `nil` of a request from a time without it.
        var acceptance: Acceptance?

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
            nightBelow = read(
                optional: "night_below", .lightShare(0...1),
                "Darker than this is night; in the place of light_threshold, which is the middle of the band."
            )
            dayAbove = read(
                optional: "day_above", .lightShare(0...1), "Lighter than this is day; likewise.")
            read.check(
                (nightBelow ?? dayAbove) == nil || (light ?? band) == nil, "night_below",
                "give night_below and day_above, or light_threshold and light_band")
            coldest = Self.limit(read, "temperature_min", "it locks for no cold")
            hottest = Self.limit(read, "temperature_max", "it locks for no heat")
            acceptance = Acceptance(read)
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
            var light = light ?? thresholds.light
            var band = band ?? thresholds.band
            if let dark = nightBelow ?? dayAbove.map({ $0 - band }) {
                let bright = dayAbove ?? dark + band
                (light, band) = ((dark + bright) / 2, bright - dark)
            }
            return Thresholds(
                light: light, band: band,
                coldest: coldest.map(\.temperature) ?? thresholds.coldest,
                hottest: hottest.map(\.temperature) ?? thresholds.hottest)
        }
    }
}

extension PetDoor {
    mutating func reply(
        to news: PetDoor.ThresholdNews, _ inputs: PetDoor.Inputs, by settings: PetDoor.Settings,
        at now: Instant
    ) -> (Bool, String) {
        let hasThermometer = inputs.temperature != nil
        let wanted = news.applied(to: rule.thresholds(settings.rule))
        let hysteresis = settings.rule.temperatureHysteresisKelvins
        if let conflict = wanted.conflicts(hysteresisKelvins: hysteresis).first {
            return (false, "refused: \(conflict.key): \(conflict.why)")
        }
        if news.needsTemperature, !hasThermometer {
            return (false, "refused: temperature_min and temperature_max need a \"temperature\"")
        }
        return take(
            wanted, isConfirmed: news.acceptance?.isGiven ?? false, inputs, by: settings, at: now)
    }

    mutating func resetThresholds(
        isConfirmed: Bool, _ inputs: PetDoor.Inputs, by settings: PetDoor.Settings, at now: Instant
    ) -> (Bool, String) {
        take(settings.rule.thresholds, isConfirmed: isConfirmed, inputs, by: settings, at: now)
    }

    private mutating func take(
        _ wanted: PetDoor.Thresholds, isConfirmed: Bool, _ inputs: PetDoor.Inputs,
        by settings: PetDoor.Settings, at now: Instant
    ) -> (Bool, String) {
        let lock = lock(wanted, inputs, by: settings, at: now)
        if let lock, !isConfirmed {
            let word = PetDoor.Acceptance.word
            return (false, "refused: \(lock); if that is what you want, add accept=\(word)")
        }
        let isNew = wanted != rule.thresholds(settings.rule)
        let unknown = isNew ? rule.doubts(wanted, inputs, by: settings.rule, at: now) : nil
        rule.asked = wanted == settings.rule.thresholds ? nil : wanted
        let note = lock ?? unknown.map { "it is not known whether it would lock now: \($0)" }
        let report = thresholdReport(inputs.temperature != nil, by: settings)
        return (true, report + (note.map { "; \($0)" } ?? ""))
    }

    /// That it would lock by these thresholds with the light and the temperature of now, and why; `nil` where it would
    /// not, the sensors cannot tell, or it would by those of now, too. A night is no reason to lock for cold or heat: that
    /// lasts beyond the morning.
    private func lock(
        _ thresholds: PetDoor.Thresholds, _ inputs: PetDoor.Inputs, by settings: PetDoor.Settings,
        at now: Instant
    ) -> String? {
        func condition(_ thresholds: PetDoor.Thresholds) -> PetDoor.Condition? {
            rule.condition(
                thresholds, light: inputs.light, temperature: inputs.temperature,
                by: settings.rule, at: now)
        }
        guard let wanted = condition(thresholds), wanted.wantedSide == .locked else { return nil }
        let present = condition(rule.thresholds(settings.rule))
        let isLocking = present?.wantedSide == .locked
        guard !isLocking || wanted.isOfTemperature && present?.isOfTemperature == false else {
            return nil
        }
        let verb = isLocking ? "stay locked by day" : "lock now"
        return "it would \(verb): \(wanted.text(in: settings.temperatureUnit))"
    }

    private func thresholdReport(
        _ hasThermometer: Bool, by settings: PetDoor.Settings
    ) -> String {
        let unit = settings.temperatureUnit
        let valid = rule.thresholds(settings.rule).text(in: unit, hasThermometer: hasThermometer)
        guard rule.asked != nil else { return "\(valid), as in the file" }
        return "\(valid), until \"reset\"; in the file \(settings.rule.thresholds.text(in: unit))"
    }
}
