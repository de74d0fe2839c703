import Values

/// A physical dimension with the units that a configuration may write it in.
///
/// A number that needs a unit carries it in the value ("250ms"): a bare 250 is refused, because
/// nobody can tell later what it meant. In a request, too, but where nobody could mean another unit.
package struct Quantity: Sendable {
    struct Unit: Sendable {
        let symbol: String
        /// How many base units one of this is.
        let scale: Double
        /// What is added after scaling, for temperatures.
        let offset: Double

        /// So many of this in base units.
        func base(_ number: Double) -> Double { number * scale + offset }
    }

    /// "a time", as errors name it.
    package let noun: String
    /// Accepted units; the first is the one that the reference writes values in.
    let units: [Unit]
    /// The unit of a bare number in a request; `nil` where people use several. 36 is a temperature in summer and in
    /// frost, 60 a share or a count, 5 seconds or minutes; what flies and where it is told in metres and degrees alone.
    let bareUnit: String?

    /// With the scales of the units, and the offsets of those that have one.
    init(
        _ noun: String, _ scales: KeyValuePairs<String, Double>, offsets: [String: Double] = [:],
        bare: String? = nil
    ) {
        self.noun = noun
        bareUnit = bare
        units = scales.map { Unit(symbol: $0, scale: $1, offset: offsets[$0] ?? 0) }
    }

    private static let fahrenheit = 5.0 / 9

    package static let time = Quantity(
        "a time", ["s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "min": 60, "h": 3600])
    package static let angle = Quantity(
        "an angle", ["deg": 1, "°": 1, "rad": 180 / .pi], bare: "deg")
    package static let angularSpeed = Quantity(
        "a turning speed", ["deg/s": 1, "°/s": 1, "rad/s": 180 / .pi])
    package static let temperature = Quantity(
        "a temperature", ["°C": 1, "C": 1, "°F": fahrenheit, "F": fahrenheit],
        offsets: ["°F": -32 * fahrenheit, "F": -32 * fahrenheit])
    package static let temperatureDifference = Quantity(
        "a temperature difference", ["K": 1, "°C": 1, "C": 1, "°F": fahrenheit, "F": fahrenheit])
    package static let temperatureRate = Quantity(
        "a rate of change",
        [
            "°C/min": 1, "C/min": 1, "°C/s": 60, "C/s": 60, "°F/min": fahrenheit,
            "F/min": fahrenheit,
        ])
    package static let illuminance = Quantity("an illuminance", ["lx": 1, "lux": 1, "klx": 1000])
    package static let length = Quantity(
        "a length", ["m": 1, "cm": 0.01, "mm": 0.001, "km": 1000], bare: "m")
    package static let speed = Quantity(
        "a speed", ["m/s": 1, "cm/s": 0.01, "mm/s": 0.001, "km/h": 1 / 3.6, "kn": 0.514_444])
    package static let fraction = Quantity("a percentage", ["%": 0.01])
    package static let voltage = Quantity("a voltage", ["V": 1, "mV": 0.001])
    package static let magneticField = Quantity(
        "a magnetic field", ["mG": 1, "uT": 10, "µT": 10])
    package static let bitRate = Quantity(
        "a bit rate", ["kbit/s": 1000, "Mbit/s": 1e6, "bit/s": 1])
    package static let resistance = Quantity(
        "a resistance", ["ohm": 1, "Ω": 1, "kohm": 1000, "kΩ": 1000, "Mohm": 1e6])
    package static let dataSize = Quantity(
        "a size", ["MB": 1, "GB": 1000, "kB": 0.001, "MiB": 1.048_576, "GiB": 1073.741_824])

    /// All of them, as the reference lists them.
    package static let all = [
        time, angle, angularSpeed, temperature, temperatureDifference, temperatureRate, illuminance,
        length, speed, fraction, voltage, magneticField, bitRate, resistance, dataSize,
    ]

    /// "m/s", "km/h"...: the symbols that are accepted.
    package var symbols: [String] { units.map(\.symbol) }

    /// Why a text is none of a quantity.
    package struct ParseError: Error, Equatable, Sendable, CustomStringConvertible {
        package enum Kind: Equatable, Sendable {
            case noNumber
            case noUnit(Double)
            /// With the text that was meant, where the unit is written out: "10h" for "10 hours".
            case unknownUnit(meant: String?)
        }

        package let kind: Kind
        package let description: String
    }

    /// Reads "250ms" or "33 °C" into base units.
    ///
    /// - Returns: the number, or what is wrong with the text.
    package func parse(_ text: String) -> Result<Double, ParseError> {
        let isNumeral: (UInt8) -> Bool = { (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
        let numeral = Substring(text.utf8.prefix(while: isNumeral))
        let symbol = Self.symbol(Substring(text.utf8[numeral.endIndex...].drop { $0 == 0x20 }))
        let quoted = "\"\(text.prefix(40))\""
        guard let number = Double(numeral), number.isFinite else {
            return .failure(
                ParseError(kind: .noNumber, description: "\(quoted) does not start with a number"))
        }
        guard let unit = units.first(where: { $0.symbol == symbol }) else {
            let known = "known units: " + symbols.joined(separator: ", ")
            guard !symbol.isEmpty else {
                return .failure(
                    ParseError(
                        kind: .noUnit(number), description: "\(quoted) has no unit; \(known)"))
            }
            return .failure(
                ParseError(
                    kind: .unknownUnit(meant: unit(writtenOut: symbol).map { numeral + $0 }),
                    description:
                        "\(quoted) has an unknown unit \"\(symbol.prefix(20))\"; \(known)"))
        }
        return .success(unit.base(number))
    }

    /// Words that people write in the place of a symbol, in the singular.
    private static let words = [
        "s": ["second", "sec"], "ms": ["millisecond", "msec"], "min": ["minute"],
        "h": ["hour", "hr"],
        "m": ["metre", "meter"], "km": ["kilometre", "kilometer"],
        "cm": ["centimetre", "centimeter"], "mm": ["millimetre", "millimeter"],
        "deg": ["degree"], "°C": ["celsius", "degree celsius", "deg celsius"],
        "%": ["percent", "per cent"], "V": ["volt"], "mV": ["millivolt"],
        "kn": ["knot", "kt"], "km/h": ["kph", "kmh"],
    ]

    /// The unit that a word stands for, if it is one of these.
    private func unit(writtenOut text: String) -> String? {
        let word = text.lowercased()
        let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
        return units.map(\.symbol).first { symbol in
            let words = Self.words[symbol] ?? []
            return words.contains(word) || words.contains(singular)
        }
    }

    /// Keyboards have two signs for micro: U+00B5 and the Greek letter.
    private static func symbol(_ text: Substring) -> String {
        guard text.utf8.first == 0xCE else { return String(text) }
        return String(text.map { $0 == "\u{3BC}" ? "\u{B5}" : $0 })
    }

    /// A value in base units as the reference writes it: "0.25s".
    package func text(_ value: Double) -> String {
        guard let unit = units.first else { return shortText(of: value) }
        // Never with an exponent, which `parse` does not take.
        let text = fixedText(of: (value - unit.offset) / unit.scale, decimals: 6)
        guard text.utf8.contains(0x2E) else { return text + unit.symbol }
        let zeros = text.utf8.reversed().prefix { $0 == 0x30 }.count
        let digits = text.utf8.dropLast(zeros)
        return String(Substring(digits.last == 0x2E ? digits.dropLast() : digits)) + unit.symbol
    }
}
