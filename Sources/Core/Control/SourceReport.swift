import Devices
import FoundationEssentials

/// A source as `roost status` shows it: value, age, quality.
package struct SourceReport: Equatable, Sendable {
    package let value: JSONValue
    package let ageSeconds: Double
    package let quality: String

    init<Value>(_ sample: Sample<Value>, at now: Instant) {
        value = sample.value.flatMap(JSONValue.init(encoding:)) ?? .null
        ageSeconds = sample.age(at: now).seconds
        quality = sample.quality.description
    }
}

extension JSONValue {
    /// Any encodable value as JSON; `nil` when it cannot be encoded (a NaN in it, say).
    package init?(encoding value: some Encodable) {
        guard let data = try? JSONEncoder().encode(value),
            let json = try? JSONValue(parsing: data)
        else { return nil }
        self = json
    }
}
