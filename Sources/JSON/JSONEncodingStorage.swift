/// A value while it is being encoded. Containers share it, because a type may hold several of
/// one value and write into them in any order.
final class JSONEncodingStorage {
    private enum Form {
        case nothing
        case whole(JSONValue)
        case array
        case object
        /// Asked to be two things at once: containers cannot throw, so `finish` does.
        case contradiction
    }

    /// A scalar has no storage of its own: most members are scalars.
    private enum Part {
        case scalar(JSONValue)
        case storage(JSONEncodingStorage)

        func finish() throws -> JSONValue {
            switch self {
            case .scalar(let value): value
            case .storage(let storage): try storage.finish()
            }
        }
    }

    let codingPath: [any CodingKey]
    private let keys: JSONKeys
    /// Whether the members are names rather than a type's keys.
    private var hasNames = false
    private var form = Form.nothing
    private var items: [Part] = []
    private var members: [String: Part] = [:]

    init(codingPath: [any CodingKey], keys: JSONKeys) {
        self.codingPath = codingPath
        self.keys = keys
    }

    // MARK: Writing

    func encode(_ value: some Encodable) throws {
        guard let scalar = value as? any JSONScalar else {
            hasNames = value is any NameKeyed
            return try value.encode(to: JSONValueEncoder(self))
        }
        guard let json = scalar.json else { throw failure("JSON cannot hold \(value)", value) }
        try set(json)
    }

    func set(_ value: JSONValue) throws {
        guard case .nothing = form else { throw failure("this value is encoded twice", value) }
        form = .whole(value)
    }

    func keyedContainer<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
        switch form {
        case .nothing, .object: form = .object
        default: form = .contradiction
        }
        return KeyedEncodingContainer(KeyedJSONEncoding(storage: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        switch form {
        case .nothing, .array: form = .array
        default: form = .contradiction
        }
        return UnkeyedJSONEncoding(storage: self)
    }

    // MARK: Parts

    var count: Int { items.count }

    /// The storage under `key`: the same one each time.
    func member(_ key: some CodingKey) -> JSONEncodingStorage {
        let name = name(of: key)
        if case .storage(let member)? = members[name] { return member }
        let member = JSONEncodingStorage(codingPath: codingPath + [key], keys: keys)
        if case .scalar(let value)? = members[name] { member.form = .whole(value) }
        members[name] = .storage(member)
        return member
    }

    func encode(_ scalar: some JSONScalar, under key: some CodingKey) throws {
        guard let json = scalar.json else { return try member(key).encode(scalar) }
        guard members.updateValue(.scalar(json), forKey: name(of: key)) == nil else {
            throw failure("\(key.stringValue) is encoded twice", scalar)
        }
    }

    private func name(of key: some CodingKey) -> String {
        hasNames ? key.stringValue : keys.spelling(of: key)
    }

    func appendItem() -> JSONEncodingStorage {
        let item = JSONEncodingStorage(
            codingPath: codingPath + [JSONPathKey(intValue: items.count)], keys: keys)
        items.append(.storage(item))
        return item
    }

    func append(_ scalar: some JSONScalar) throws {
        guard let json = scalar.json else { return try appendItem().encode(scalar) }
        items.append(.scalar(json))
    }

    // MARK: The result

    /// - Throws: `EncodingError` when a type encoded nothing, or two things in one place.
    func finish() throws -> JSONValue {
        switch form {
        case .whole(let value): value
        case .array: .array(try items.map { try $0.finish() })
        case .object: .object(try members.mapValues { try $0.finish() })
        case .nothing: throw failure("nothing was encoded", JSONValue.null)
        case .contradiction: throw failure("encoded in two forms at once", JSONValue.null)
        }
    }

    private func failure(_ why: String, _ value: some Encodable) -> EncodingError {
        .invalidValue(value, .init(codingPath: codingPath, debugDescription: why))
    }
}
