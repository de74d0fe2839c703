import JSON
import Values

/// A quantity within its limits, as a setting has it: "250ms".
struct QuantityRange: Sendable {
    let quantity: Quantity
    /// In base units.
    let range: ClosedRange<Double>

    /// What is expected, for the reference and for errors.
    var expected: String {
        let (low, high) = (quantity.text(range.lowerBound), quantity.text(range.upperBound))
        return "\(quantity.noun) with its unit, from \"\(low)\" to \"\(high)\""
    }

    /// - Returns: the value in base units.
    /// - Throws: that it is no text, has no unit, one that is unknown, or is out of range.
    func read(
        _ json: JSONValue, at path: SettingPath
    ) throws(ConfigurationErrors) -> Double {
        switch json {
        case .string(let text): return try read(text, at: path)
        case .number(let number):
            throw missingUnit(
                "expected \(expected), found \(json.summary)", shortText(of: number), number,
                at: path)
        default: throw path.wrongValue(json, expected: expected)
        }
    }

    private func read(
        _ text: String, at path: SettingPath
    ) throws(ConfigurationErrors) -> Double {
        switch quantity.parse(text) {
        case .success(let value):
            guard contains(value) else {
                throw path.error(
                    .outOfRange, "\"\(text.prefix(40))\" is out of range; expected \(expected)")
            }
            return min(max(value, range.lowerBound), range.upperBound)
        case .failure(let error):
            let message = "\(error); expected \(expected)"
            switch error.kind {
            case .noNumber: throw path.error(.wrongValue, message)
            case .unknownUnit(let meant):
                throw path.error(
                    .unknownUnit, message + (meant.map { ".\(suggestion([$0]))" } ?? ""),
                    correction: .only(of: meant.map { [$0] } ?? []))
            case .noUnit(let number):
                throw missingUnit(message, text.filter { $0 != " " }, number, at: path)
            }
        }
    }

    private func missingUnit(
        _ message: String, _ numeral: String, _ number: Double, at path: SettingPath
    ) -> ConfigurationErrors {
        let spellings = spellings(of: number, numeral)
        let hint = spellings.isEmpty ? "" : ".\(suggestion(spellings))"
        return path.error(
            .missingUnit, message + hint, correction: .only(of: spellings))
    }

    /// A number with each unit in which it would be in range; of units with the same meaning the first.
    private func spellings(of number: Double, _ numeral: String) -> [String] {
        var meanings: [Double] = []
        return quantity.units.compactMap { unit in
            let value = unit.base(number)
            guard contains(value), !meanings.contains(value) else { return nil }
            meanings.append(value)
            return numeral + unit.symbol
        }
    }

    private func contains(_ value: Double) -> Bool {
        value >= range.lowerBound - 1e-12 && value <= range.upperBound + 1e-12
    }
}
