/// A member of what a device measures that could have been otherwise: `roost why` tries what else would then
/// have been decided.
@usableFromInline
package struct Variable: Sendable {
    package enum Values: Sendable {
        /// Each in a range, to one part of `perUnit`.
        case number(ClosedRange<Double>, perUnit: Double)
        /// As far up and down from what it was.
        case shift(by: Double, perUnit: Double)
        case flag
        case words([String])
    }

    /// Its keys in JSON, from the value on.
    package let path: [String]
    package let values: Values
    /// A number for people, a flag as 1 or 0; of a shift, how far it is.
    package let text: @Sendable (Double) -> String

    package init(
        _ path: String..., values: Values,
        text: @escaping @Sendable (Double) -> String = { "\($0)" }
    ) {
        self.path = path
        self.values = values
        self.text = text
    }

    static func number(
        _ key: String, _ range: ClosedRange<Double>, decimals: Int, _ unit: String
    ) -> Variable {
        let perUnit = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        return Variable(key, values: .number(range, perUnit: perUnit)) {
            "\(fixedText(of: $0, decimals: decimals))\(unit)"
        }
    }

    /// A share of all that there is.
    static var ratio: Variable {
        Variable("ratio", values: .number(0...1, perUnit: 1000)) {
            "\(fixedText(of: $0 * 100, decimals: 1)) %"
        }
    }

    static func flag(_ key: String, on: String, off: String) -> Variable {
        Variable(key, values: .flag) { $0 == 1 ? on : off }
    }
}

extension LightLevel {
    package static var variables: [Variable] { [.ratio] }
}

extension Temperature {
    /// What a DS18B20 can tell.
    package static var variables: [Variable] {
        [.number("celsius", -55...125, decimals: 1, " °C")]
    }
}

extension Measurement {
    /// Whatever it measures; what its quantity cannot be, it does not take.
    package static var variables: [Variable] {
        [.number("value", -1000...200_000, decimals: 2, "")]
    }
}

extension Level {
    package static var variables: [Variable] { [.ratio] }
}

extension Contact {
    package static var variables: [Variable] {
        [.flag("isActive", on: "closed", off: "open")]
    }
}

extension WallTime {
    /// Up to a day earlier or later, to the minute.
    package static var variables: [Variable] {
        [
            Variable("secondsSince1970", values: .shift(by: 86400, perUnit: 1.0 / 60)) {
                "\(Values.text(ofSeconds: abs($0))) \($0 < 0 ? "earlier" : "later")"
            }
        ]
    }
}

extension FlightState {
    package static var variables: [Variable] {
        [
            Variable(
                "phase",
                values: .words(
                    ([.landed, .takingOff, .hovering, .flying, .landing, .emergency] as [Phase])
                        .map(\.rawValue))),
            .number("batteryPercent", 0...100, decimals: 0, " % of the battery"),
            .number("altitudeMetres", 0...120, decimals: 1, " m of altitude"),
        ]
    }
}

extension Fix {
    package static var variables: [Variable] {
        [
            .number("horizontalErrorMetres", 0...100, decimals: 1, " m of error"),
            .number("hdop", 0...50, decimals: 1, " HDOP"),
            .number("satellitesUsed", 0...40, decimals: 0, " satellites"),
            .direction("latitude", "north", "south"), .direction("longitude", "east", "west"),
        ]
    }
}

extension Variable {
    /// A hundredth of a degree either way, to a part of it that is a metre along a meridian.
    fileprivate static func direction(_ key: String, _ up: String, _ down: String) -> Variable {
        Variable("position", key, values: .shift(by: 0.01, perUnit: 100_000)) {
            "\(fixedText(of: abs($0), decimals: 5))° further \($0 < 0 ? down : up)"
        }
    }
}

extension ComputerState {
    package static var variables: [Variable] {
        [
            .number("celsius", 0...110, decimals: 0, " °C"),
            .number("signal_dbm", -110...0, decimals: 0, " dBm"),
            .flag("isUnderVoltage", on: "under-voltage", off: "no under-voltage"),
        ]
    }
}
