// Two generic methods meet all the requirements of a container: one for the scalars, one for all else.

struct SingleJSONEncoding: SingleValueEncodingContainer {
    let storage: JSONEncodingStorage
    var codingPath: [any CodingKey] { storage.codingPath }

    mutating func encodeNil() throws {
        try storage.set(.null)
    }

    mutating func encode(_ value: some Encodable) throws {
        try storage.encode(value)
    }
}

struct UnkeyedJSONEncoding: UnkeyedEncodingContainer {
    let storage: JSONEncodingStorage
    var codingPath: [any CodingKey] { storage.codingPath }
    var count: Int { storage.count }

    mutating func encodeNil() throws {
        try storage.appendItem().set(.null)
    }

    mutating func encode(_ value: some JSONScalar) throws {
        try storage.append(value)
    }

    mutating func encode(_ value: some Encodable) throws {
        try storage.appendItem().encode(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy _: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        storage.appendItem().keyedContainer()
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        storage.appendItem().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        JSONValueEncoder(storage.appendItem())
    }
}

struct KeyedJSONEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let storage: JSONEncodingStorage
    var codingPath: [any CodingKey] { storage.codingPath }

    mutating func encodeNil(forKey key: Key) throws {
        try storage.member(key).set(.null)
    }

    mutating func encode(_ value: some JSONScalar, forKey key: Key) throws {
        try storage.encode(value, under: key)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        try storage.member(key).encode(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy _: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        storage.member(key).keyedContainer()
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        storage.member(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        JSONValueEncoder(storage.member(JSONPathKey.parent))
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        JSONValueEncoder(storage.member(key))
    }
}
