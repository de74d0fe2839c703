/// Makes anything that is `Decodable` of JSON: the twin of ``JSONValueEncoder``.
struct JSONValueDecoder: Decoder {
    let json: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let scalar = type as? any JSONScalar.Type else { return try Value(from: self) }
        guard let value = scalar.init(json: json) as? Value else {
            throw mismatch(type, "\(type)")
        }
        return value
    }

    func container<Key: CodingKey>(
        keyedBy _: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json else {
            throw mismatch([String: JSONValue].self, "an object")
        }
        return KeyedDecodingContainer(
            KeyedJSONDecoding(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let items) = json else { throw mismatch([JSONValue].self, "a list") }
        return UnkeyedJSONDecoding(items: items, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleJSONDecoding(decoder: self)
    }

    private func mismatch(_ type: any Any.Type, _ wanted: String) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "expected \(wanted), found \(json.summary)")
        return json == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension JSONValue {
    /// This value as a type of ours. Keys that the type does not know are ignored, so that an
    /// older program understands a newer one.
    ///
    /// - Throws: `DecodingError` with the path to what does not fit.
    package func decode<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONValueDecoder(json: self, codingPath: []).decode(type)
    }
}
