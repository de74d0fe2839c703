/// A JSON value within a type that is encoded: it stands there as it is, under any coder.
extension JSONValue: Codable {
    @usableFromInline
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = Self.wideInteger(near: value, in: container) ?? .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The number itself, where a `Double` is only the nearest to it.
    private static func wideInteger(
        near number: Double, in container: any SingleValueDecodingContainer
    ) -> JSONValue? {
        guard number.magnitude >= 0x1p53 else { return nil }
        let wide =
            (try? container.decode(Int64.self)).flatMap { WideInteger(exactly: $0) }
            ?? (try? container.decode(UInt64.self)).flatMap { WideInteger(exactly: $0) }
        return wide.map(JSONValue.wideInteger)
    }

    /// JSON has no NaN and no infinity: they travel as null.
    @usableFromInline
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value) where !value.isFinite: try container.encodeNil()
        case .number(let value): try container.encode(value)
        case .wideInteger(let wide):
            if let value = Int64(exactly: wide.value) {
                try container.encode(value)
            } else {
                try container.encode(UInt64(clamping: wide.value))
            }
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
