/// A value that is written and read as text, in JSON too, whose numbers lose the last digits of long ones.
@usableFromInline
package protocol CodedAsText: Codable, LosslessStringConvertible {}

extension CodedAsText {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is no \(Self.self)")
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
