/// Makes JSON of anything that is `Encodable`, in the form of Foundation's encoder: dates and
/// data have no special form. Numbers arrive exactly or not at all.
struct JSONValueEncoder: Encoder {
    private let draft: JSONEncodingStorage

    init(_ draft: JSONEncodingStorage) {
        self.draft = draft
    }

    /// - Throws: `EncodingError` with the path to a value that JSON cannot hold: a NaN, an
    ///   infinity, an integer of more than 64 bits.
    static func encode(
        _ value: some Encodable, keys: JSONKeys = .asDeclared
    ) throws -> JSONValue {
        let draft = JSONEncodingStorage(codingPath: [], keys: keys)
        try draft.encode(value)
        return try draft.finish()
    }

    var codingPath: [any CodingKey] { draft.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
        draft.keyedContainer()
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        draft.unkeyedContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleJSONEncoding(draft: draft)
    }
}

extension JSONValue {
    /// Any encodable value as JSON; `nil` when JSON cannot hold it (a NaN in it, say).
    package init?(encoding value: some Encodable, keys: JSONKeys = .asDeclared) {
        guard let json = try? JSONValueEncoder.encode(value, keys: keys) else { return nil }
        self = json
    }
}
