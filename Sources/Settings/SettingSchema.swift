import JSON

/// Settings in the words of JSON Schema (draft 2020-12).
package enum SettingSchema {
    package static let plainName: JSONValue = ["pattern": "^[A-Za-z0-9_-]{1,40}$"]

    package static func object(_ settings: [SettingDescription], _ rules: [SettingRule])
        -> JSONValue
    {
        let schema: JSONValue = [
            "type": "object", "properties": .object(members(settings)),
            "required": .array(settings.filter(\.isRequired).map { .string($0.key) }),
            "additionalProperties": false,
        ]
        return schema.merging(all(rules.map(\.schema)))
    }

    /// What of several things must all hold; there is no empty list of those.
    package static func all(_ schemas: [JSONValue]) -> JSONValue {
        schemas.isEmpty ? [:] : ["allOf": .array(schemas)]
    }

    package static func members(_ settings: [SettingDescription]) -> [String: JSONValue] {
        let pairs = settings.map { setting -> (String, JSONValue) in
            guard case .object(var schema) = setting.schema() else { return (setting.key, [:]) }
            schema["description"] = .string("\(setting.summary) Expected: \(setting.expected).")
            schema["default"] = setting.defaultText.flatMap { try? JSONValue(parsing: $0.utf8) }
            return (setting.key, .object(schema))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// A number in a range, with one of its units, as `Quantity.parse` takes it; the range is in base units.
    package static func quantity(_ quantity: Quantity, _ range: ClosedRange<Double>) -> JSONValue {
        let units = quantity.units.map { unit -> String in
            let low = (range.lowerBound - unit.offset) / unit.scale
            let high = (range.upperBound - unit.offset) / unit.scale
            // Keyboards have two signs for micro.
            let symbol = unit.symbol.split(separator: "\u{B5}", omittingEmptySubsequences: false)
            return "\(NumberPattern.signed(low...max(low, high))) *"
                + symbol.joined(separator: "[\u{B5}\u{3BC}]")
        }
        return ["type": "string", "pattern": .string("^(?:\(units.joined(separator: "|")))$")]
    }
}
