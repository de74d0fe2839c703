/// Makes JSON of anything that is `Encodable`, in the form of Foundation's encoder: dates and
/// data have no special form. Numbers arrive exactly or not at all.
struct JSONValueEncoder: Encoder {
    private let storage: JSONEncodingStorage

    init(_ storage: JSONEncodingStorage) {
        self.storage = storage
    }

    /// - Throws: `EncodingError` with the path to a value that JSON cannot hold: a NaN, an
    ///   infinity, an integer of more than 64 bits.
    static func encode(
        _ value: some Encodable, keys: JSONKeys = .asDeclared
    ) throws -> JSONValue {
        let storage = JSONEncodingStorage(codingPath: [], keys: keys)
        try storage.encode(value)
        return try storage.finish()
    }

    var codingPath: [any CodingKey] { storage.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
        storage.keyedContainer()
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        storage.unkeyedContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleJSONEncoding(storage: storage)
    }
}

extension JSONValue {
    /// Any encodable value as JSON; `nil` when JSON cannot hold it (a NaN in it, say).
    package init?(encoding value: some Encodable, keys: JSONKeys = .asDeclared) {
        guard let json = try? JSONValueEncoder.encode(value, keys: keys) else { return nil }
        self = json
    }
}
