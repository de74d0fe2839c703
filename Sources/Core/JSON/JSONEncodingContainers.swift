// One generic `encode` meets all the requirements of a container: drafts know the scalars.

struct SingleJSONEncoding: SingleValueEncodingContainer {
    let draft: JSONEncodingStorage
    var codingPath: [any CodingKey] { draft.codingPath }

    mutating func encodeNil() throws {
        try draft.set(.null)
    }

    mutating func encode(_ value: some Encodable) throws {
        try draft.encode(value)
    }
}

struct UnkeyedJSONEncoding: UnkeyedEncodingContainer {
    let draft: JSONEncodingStorage
    var codingPath: [any CodingKey] { draft.codingPath }
    var count: Int { draft.count }

    mutating func encodeNil() throws {
        try draft.appendItem().set(.null)
    }

    mutating func encode(_ value: some Encodable) throws {
        try draft.appendItem().encode(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy _: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        draft.appendItem().keyedContainer()
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        draft.appendItem().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        JSONValueEncoder(draft.appendItem())
    }
}

struct KeyedJSONEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let draft: JSONEncodingStorage
    var codingPath: [any CodingKey] { draft.codingPath }

    mutating func encodeNil(forKey key: Key) throws {
        try draft.member(key).set(.null)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        try draft.member(key).encode(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy _: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        draft.member(key).keyedContainer()
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        draft.member(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        JSONValueEncoder(draft.member(JSONPathKey.parent))
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        JSONValueEncoder(draft.member(key))
    }
}
