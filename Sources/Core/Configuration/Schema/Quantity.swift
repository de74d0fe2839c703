import Devices

/// A physical dimension with the units that a configuration may write it in.
///
/// A number that needs a unit carries it in the value ("250ms"): a bare 250 is refused, because
/// nobody can tell later what it meant.
package struct Quantity: Sendable {
    package struct Unit: Sendable {
        let symbol: String
        /// How many base units one of this is.
        let scale: Double
        /// What is added after scaling, for temperatures.
        let offset: Double

        package init(_ symbol: String, _ scale: Double, offset: Double = 0) {
            self.symbol = symbol
            self.scale = scale
            self.offset = offset
        }
    }

    /// "a time", as errors name it.
    package let noun: String
    /// Accepted units; the first is the one that the reference writes values in.
    let units: [Unit]

    package static let time = Quantity(
        noun: "a time",
        units: [
            Unit("s", 1), Unit("ms", 1e-3), Unit("us", 1e-6), Unit("µs", 1e-6), Unit("min", 60),
            Unit("h", 3600),
        ])
    package static let angle = Quantity(
        noun: "an angle",
        units: [Unit("deg", 1), Unit("°", 1), Unit("rad", 180 / Double.pi)])
    package static let angularSpeed = Quantity(
        noun: "a turning speed",
        units: [Unit("deg/s", 1), Unit("°/s", 1), Unit("rad/s", 180 / Double.pi)])
    package static let temperature = Quantity(
        noun: "a temperature",
        units: [
            Unit("°C", 1), Unit("C", 1), Unit("°F", 5.0 / 9, offset: -32 * 5.0 / 9),
            Unit("F", 5.0 / 9, offset: -32 * 5.0 / 9),
        ])
    package static let temperatureDifference = Quantity(
        noun: "a temperature difference",
        units: [Unit("K", 1), Unit("°C", 1), Unit("C", 1), Unit("°F", 5.0 / 9), Unit("F", 5.0 / 9)])
    package static let temperatureRate = Quantity(
        noun: "a rate of change",
        units: [
            Unit("°C/min", 1), Unit("C/min", 1), Unit("°C/s", 60), Unit("C/s", 60),
            Unit("°F/min", 5.0 / 9), Unit("F/min", 5.0 / 9),
        ])
    package static let illuminance = Quantity(
        noun: "an illuminance", units: [Unit("lx", 1), Unit("lux", 1), Unit("klx", 1000)])
    package static let length = Quantity(
        noun: "a length",
        units: [Unit("m", 1), Unit("cm", 0.01), Unit("mm", 0.001), Unit("km", 1000)])
    package static let speed = Quantity(
        noun: "a speed",
        units: [
            Unit("m/s", 1), Unit("cm/s", 0.01), Unit("mm/s", 0.001), Unit("km/h", 1 / 3.6),
            Unit("kn", 0.514_444),
        ])
    package static let fraction = Quantity(noun: "a percentage", units: [Unit("%", 0.01)])
    package static let voltage = Quantity(
        noun: "a voltage", units: [Unit("V", 1), Unit("mV", 0.001)])
    package static let magneticField = Quantity(
        noun: "a magnetic field", units: [Unit("mG", 1), Unit("uT", 10), Unit("µT", 10)])
    package static let bitRate = Quantity(
        noun: "a bit rate", units: [Unit("kbit/s", 1000), Unit("Mbit/s", 1e6), Unit("bit/s", 1)])
    package static let resistance = Quantity(
        noun: "a resistance",
        units: [
            Unit("ohm", 1), Unit("Ω", 1), Unit("kohm", 1000), Unit("kΩ", 1000), Unit("Mohm", 1e6),
        ])
    package static let dataSize = Quantity(
        noun: "a size",
        units: [
            Unit("MB", 1), Unit("GB", 1000), Unit("kB", 0.001), Unit("MiB", 1.048_576),
            Unit("GiB", 1073.741_824),
        ])

    /// Reads "250ms" or "33 °C" into base units.
    ///
    /// - Returns: the number, or the sentence that says what is wrong with the text.
    package func parse(_ text: String) -> Result<Double, PlainError> {
        let numeral = text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        // Keyboards have two signs for micro: U+00B5 and the Greek letter.
        let symbol = String(
            text.dropFirst(numeral.count).drop { $0 == " " }
                .map { $0 == "\u{3BC}" ? "\u{B5}" : $0 })
        guard let number = Double(numeral), number.isFinite else {
            return .failure(PlainError("\"\(text.prefix(40))\" does not start with a number"))
        }
        guard let unit = units.first(where: { $0.symbol == symbol }) else {
            let known = units.map(\.symbol).joined(separator: ", ")
            let what =
                symbol.isEmpty ? "has no unit" : "has an unknown unit \"\(symbol.prefix(20))\""
            return .failure(PlainError("\"\(text.prefix(40))\" \(what); known units: \(known)"))
        }
        return .success(number * unit.scale + unit.offset)
    }

    /// A value in base units as the reference writes it: "0.25s".
    package func text(_ value: Double) -> String {
        guard let unit = units.first else { return shortText(of: value) }
        // Never with an exponent, which `parse` does not take.
        let text = fixedText(of: (value - unit.offset) / unit.scale, decimals: 6)
        guard text.contains(".") else { return text + unit.symbol }
        let trimmed = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
        return String(trimmed.reversed()) + unit.symbol
    }
}
