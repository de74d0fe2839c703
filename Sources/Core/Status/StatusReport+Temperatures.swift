import JSON
import Values

extension StatusReport {
    /// The detail of a policy that says in what people read temperatures: "celsius" or "fahrenheit".
    private static let unitKey = "temperature_unit"

    /// Whether people read temperatures in °F here.
    package var isInFahrenheit: Bool {
        policies.contains { $0.details?[Self.unitKey] == "fahrenheit" }
    }

    /// The same with the temperatures of drivers in words of the unit that one of the policies uses: on one screen people
    /// read one unit. Values stay in °C.
    func withWordsInOneUnit() -> StatusReport {
        guard isInFahrenheit else { return self }
        var report = self
        for index in report.drivers.indices {
            report.drivers[index].sources = report.drivers[index].sources.mapValues(\.inFahrenheit)
        }
        return report
    }
}

extension SourceReport {
    fileprivate var inFahrenheit: SourceReport {
        var report = self
        report.text = text.map(fahrenheit)
        return report
    }
}

/// A text with each of its temperatures in degrees Fahrenheit in the place of Celsius; rates ("2 °C/min") stay.
func fahrenheit(_ text: String) -> String {
    let unit = Array(" °C".utf8)
    var rest = Array(text.utf8)[...]
    var told: [UInt8] = []
    while let byte = rest.first {
        guard rest.starts(with: unit) else {
            told.append(byte)
            rest = rest.dropFirst()
            continue
        }
        rest = rest.dropFirst(unit.count)
        let numeral = told.reversed().prefix {
            (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
        }
        guard rest.first != UInt8(ascii: "/"),
            let celsius = Double(String(decoding: numeral.reversed(), as: UTF8.self))
        else {
            told += unit
            continue
        }
        let fraction = numeral.prefix { $0 != 0x2E }.count
        let decimals = fraction == numeral.count ? 0 : fraction
        told.removeLast(numeral.count)
        told += Array("\(fixedText(of: celsius * 1.8 + 32, decimals: decimals)) °F".utf8)
    }
    return String(decoding: told, as: UTF8.self)
}
