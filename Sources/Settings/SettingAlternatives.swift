import JSON
import Values

/// What else a setting could be: `roost why` tries what would then have been decided.
package enum SettingAlternatives: Sendable {
    /// Any of a range, in steps of about a thousandth of it.
    case numbers(Numbers)
    case choices(@Sendable () -> [JSONValue])

    package struct Numbers: Sendable {
        package let range: ClosedRange<Double>
        package let perUnit: Double
        /// The number that JSON means; `nil` where it means none.
        package let read: @Sendable (JSONValue) -> Double?
        package let write: @Sendable (Double) -> JSONValue
    }

    static func numbers(of limits: QuantityRange) -> SettingAlternatives {
        .numbers(
            Numbers(
                range: limits.range, perUnit: stepsPerUnit(limits.range),
                read: { json in
                    guard case .string(let text) = json else { return nil }
                    return try? limits.quantity.parse(text).get()
                },
                write: { .string(limits.quantity.text($0)) }))
    }

    static func numbers(in range: ClosedRange<Double>) -> SettingAlternatives {
        .numbers(
            Numbers(
                range: range, perUnit: stepsPerUnit(range), read: number, write: { .number($0) }))
    }

    static func wholeNumbers(in range: ClosedRange<Int>) -> SettingAlternatives {
        .numbers(
            Numbers(
                range: Double(range.lowerBound)...Double(range.upperBound), perUnit: 1,
                read: number, write: { .number($0) }))
    }

    /// The same where JSON is first brought into another form.
    func reading(_ form: @escaping @Sendable (JSONValue) -> JSONValue) -> SettingAlternatives {
        guard case .numbers(let numbers) = self else { return self }
        return .numbers(
            Numbers(
                range: numbers.range, perUnit: numbers.perUnit, read: { numbers.read(form($0)) },
                write: numbers.write))
    }

    @Sendable private static func number(_ json: JSONValue) -> Double? {
        if case .number(let number) = json { number } else { nil }
    }

    /// A power of ten with which the range has 1,000 to 10,000 steps.
    private static func stepsPerUnit(_ range: ClosedRange<Double>) -> Double {
        let span = range.upperBound - range.lowerBound
        var perUnit = 1.0
        while span * perUnit < 1000, perUnit < 1e9 { perUnit *= 10 }
        while span * perUnit >= 10_000, perUnit > 1e-9 { perUnit /= 10 }
        return perUnit
    }
}
