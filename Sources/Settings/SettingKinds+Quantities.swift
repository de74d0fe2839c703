import JSON
import Values

/// The kinds of settings that carry a unit in their value.

extension SettingKind where Value == Duration {
    /// A time such as "250ms".
    package static func duration(_ range: ClosedRange<Duration>) -> SettingKind {
        SettingKind<Double>.quantity(.time, range.lowerBound.seconds...range.upperBound.seconds)
            .map({ .nanoseconds(Int64(($0 * 1e9).rounded())) }, back: { $0.seconds })
    }
}

extension SettingKind where Value == Duration? {
    /// A time such as "250ms", or a word that stands for no limit: "never".
    package static func duration(_ range: ClosedRange<Duration>, or word: String) -> SettingKind {
        SettingKind<Duration>.duration(range).or(word)
    }
}

extension SettingKind where Value == Temperature? {
    /// A temperature such as "33 °C", or a word that stands for no limit: "none".
    package static func temperature(_ celsius: ClosedRange<Double>, or word: String) -> SettingKind
    {
        SettingKind<Temperature>.temperature(celsius).or(word)
    }
}

extension SettingKind {
    fileprivate func or(_ word: String) -> SettingKind<Value?> {
        var kind = SettingKind<Value?>(
            expected: "\(expected), or \"\(word)\"", placeholder: nil,
            schema: ["anyOf": [schema(), ["const": .string(word)]]],
            normalize: { $0 == .string(word) ? $0 : normalize($0) },
            meaningOfWord: { $0 == word ? .string(word) : meaningOfWord($0) },
            text: { $0.map(text) ?? "\"\(word)\"" },
            parse: { json, path throws(ConfigurationErrors) in
                if json == .string(word) { return nil }
                return try parse(json, path)
            })
        kind.alternatives = alternatives
        return kind
    }
}

extension SettingKind where Value == Angle {
    /// An angle such as "65deg".
    package static func angle(_ degrees: ClosedRange<Double>) -> SettingKind {
        SettingKind<Double>.quantity(.angle, degrees)
            .map({ .degrees($0) }, back: { $0.degrees })
    }
}

extension SettingKind where Value == Temperature {
    /// A temperature such as "33 °C" or "91.4 °F"; the range is in degrees Celsius.
    package static func temperature(_ celsius: ClosedRange<Double>) -> SettingKind {
        SettingKind<Double>.quantity(.temperature, celsius)
            .map({ Temperature(celsius: $0) }, back: { $0.celsius })
    }
}

extension SettingKind where Value == Double {
    /// A length such as "12m"; the value and the range are in metres.
    package static func metres(_ range: ClosedRange<Double>) -> SettingKind {
        quantity(.length, range)
    }

    /// A speed such as "2m/s"; the value and the range are in metres per second.
    package static func metresPerSecond(_ range: ClosedRange<Double>) -> SettingKind {
        quantity(.speed, range)
    }

    /// A turning speed such as "100deg/s"; the value and the range are in degrees per second.
    package static func degreesPerSecond(_ range: ClosedRange<Double>) -> SettingKind {
        quantity(.angularSpeed, range)
    }

    /// How fast a temperature changes, such as "5°C/min"; in degrees Celsius per minute.
    package static func celsiusPerMinute(_ range: ClosedRange<Double>) -> SettingKind {
        quantity(.temperatureRate, range)
    }

    /// A voltage such as "3.3V"; the value and the range are in volts.
    package static func volts(_ range: ClosedRange<Double>) -> SettingKind {
        quantity(.voltage, range)
    }

    /// An illuminance such as "10lx"; the value and the range are in lux.
    package static func lux(_ range: ClosedRange<Double>) -> SettingKind {
        quantity(.illuminance, range)
    }

    /// A resistance such as "10kohm"; the value and the range are in ohms.
    package static func ohms(_ range: ClosedRange<Double>) -> SettingKind {
        quantity(.resistance, range)
    }

    /// A bit rate such as "1000kbit/s"; the value and the range are in bits per second.
    package static func bitRate(_ range: ClosedRange<Double>) -> SettingKind {
        quantity(.bitRate, range)
    }

    /// A temperature difference such as "2K" or "2 °C"; the value and the range are in kelvins.
    package static func kelvins(_ range: ClosedRange<Double>) -> SettingKind {
        quantity(.temperatureDifference, range)
    }

    /// A share such as "20%"; the value and the range are fractions of 1.
    package static func fraction(_ range: ClosedRange<Double>) -> SettingKind {
        quantity(.fraction, range)
    }

    /// How many steps a converter of ten bits has, as that of an Arduino.
    package static var lightCounts: Double { 1023 }

    /// A share such as "68.4%", or in counts of a converter of ten bits: "700/1023".
    package static func lightShare(_ range: ClosedRange<Double>) -> SettingKind {
        let share = fraction(range)
        @Sendable func asShare(_ json: JSONValue) -> JSONValue {
            guard case .string(let text) = json, text.hasSuffix("/1023"),
                let counts = Double(text.dropLast(5)), counts.isFinite
            else { return json }
            return .string(Quantity.fraction.text(counts / lightCounts))
        }
        var kind = SettingKind(
            expected: share.expected + ", or as counts such as \"700/1023\"",
            placeholder: share.placeholder,
            schema: ["anyOf": [share.schema(), counts(range)]],
            normalize: { share.normalize(asShare($0)) },
            meaningOfWord: { $0.hasSuffix("/1023") ? .string($0) : share.meaningOfWord($0) },
            text: share.text,
            parse: { json, path throws(ConfigurationErrors) in
                try share.parse(asShare(json), path)
            })
        kind.alternatives = share.alternatives.map { $0.reading(asShare) }
        return kind
    }

    private static func counts(_ range: ClosedRange<Double>) -> JSONValue {
        let counts = range.lowerBound * lightCounts...range.upperBound * lightCounts
        return ["type": "string", "pattern": .string("^\(NumberPattern.signed(counts))/1023$")]
    }

    /// A size of a file such as "250MB"; the value and the range are in megabytes, of 1000000 bytes.
    package static func megabytes(_ range: ClosedRange<Double>) -> SettingKind {
        quantity(.dataSize, range)
    }

    /// A number with a unit of any quantity; the value and the range are in its base units.
    package static func measured(_ quantity: Quantity, _ range: ClosedRange<Double>) -> SettingKind
    {
        self.quantity(quantity, range)
    }

    static func quantity(_ quantity: Quantity, _ range: ClosedRange<Double>) -> SettingKind {
        let limits = QuantityRange(quantity: quantity, range: range)
        var kind = SettingKind(
            expected: limits.expected, placeholder: range.lowerBound,
            schema: SettingSchema.quantity(quantity, range), normalize: quantity.normalized,
            meaningOfWord: { word in
                guard let unit = quantity.bareUnit, Double(word) != nil else {
                    return .string(word)
                }
                return .string(word + unit)
            },
            text: { "\"\(quantity.text($0))\"" },
            parse: { json, path throws(ConfigurationErrors) in
                try limits.read(json, at: path)
            })
        kind.alternatives = .numbers(of: limits)
        return kind
    }
}
