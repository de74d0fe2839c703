import JSON

/// How keys of one object go together, which a JSON Schema can say, too.
package enum SettingRule: Equatable, Sendable {
    case atLeastOne([String])
    case atMostOne([String])
    /// All of them or none.
    case together([String])
    case needs(String, [String])
    /// A number is so much at most where a word is that one.
    case atMost(String, Int, where: String, is: String)

    /// Whether it is kept by what is there; of `atMost` somebody else must know.
    func holds(_ isPresent: (String) -> Bool) -> Bool {
        switch self {
        case .atLeastOne(let keys): keys.contains(where: isPresent)
        case .atMostOne(let keys): keys.count(where: isPresent) < 2
        case .together(let keys): keys.allSatisfy(isPresent) || !keys.contains(where: isPresent)
        case .needs(let key, let others): !isPresent(key) || others.allSatisfy(isPresent)
        case .atMost: true
        }
    }

    var schema: JSONValue {
        switch self {
        case .atLeastOne(let keys): ["anyOf": .array(keys.map { Self.required([$0]) })]
        case .atMostOne(let keys):
            [
                "not": [
                    "anyOf": .array(
                        keys.indices.flatMap { index in
                            keys[(index + 1)...].map { Self.required([keys[index], $0]) }
                        })
                ]
            ]
        case .together(let keys):
            Self.dependent(keys.map { key in (key, keys.filter { $0 != key }) })
        case .needs(let key, let others): Self.dependent([(key, others)])
        case .atMost(let key, let most, let other, let word):
            [
                "if": [
                    "properties": [other: ["const": .string(word)]], "required": [.string(other)],
                ],
                "then": ["properties": [key: ["maximum": .number(Double(most))]]],
            ]
        }
    }

    private static func required(_ keys: [String]) -> JSONValue {
        ["required": .array(keys.map { .string($0) })]
    }

    private static func dependent(_ pairs: [(String, [String])]) -> JSONValue {
        let members = pairs.map { ($0, JSONValue.array($1.map { .string($0) })) }
        return ["dependentRequired": .object(Dictionary(members) { first, _ in first })]
    }
}
