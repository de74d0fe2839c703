import JSON
import Values

/// The kinds of settings without a unit: numbers, words, addresses.

extension SettingKind {
    /// The same setting as another type.
    func map<Other: Sendable>(
        _ forward: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
    ) -> SettingKind<Other> {
        var kind = SettingKind<Other>(
            expected: expected, placeholder: forward(placeholder), members: members,
            schema: schema(), normalize: normalize, meaningOfWord: meaningOfWord,
            text: { text(back($0)) },
            parse: { json, path throws(ConfigurationErrors) in forward(try parse(json, path)) })
        kind.alternatives = alternatives
        return kind
    }
}

extension SettingKind where Value == Bool {
    package static var bool: SettingKind {
        var kind = SettingKind(
            expected: "true or false", placeholder: false, schema: ["type": "boolean"],
            normalize: { $0 }, meaningOfWord: { Bool($0).map(JSONValue.bool) ?? .string($0) },
            text: { "\($0)" },
            read: { json in
                guard case .bool(let value) = json else { return nil }
                return value
            })
        kind.alternatives = .choices { [true, false] }
        return kind
    }
}

extension SettingKind where Value == JSONValue {
    /// JSON that somebody else checks; here it only has a name and a place in the reference.
    package static func json(_ expected: String) -> SettingKind {
        SettingKind(
            expected: expected, placeholder: .null, text: { $0.line },
            parse: { json, _ throws(ConfigurationErrors) in json })
    }
}

extension SettingKind where Value == Double {
    /// A number without a unit.
    package static func number(_ range: ClosedRange<Double>) -> SettingKind {
        var kind = SettingKind(
            expected: "a number from \(shortText(of: range.lowerBound)) to "
                + shortText(of: range.upperBound), placeholder: range.lowerBound,
            schema: [
                "type": "number", "minimum": .number(range.lowerBound),
                "maximum": .number(range.upperBound),
            ],
            isRange: true, normalize: { $0 }, meaningOfWord: number, text: { shortText(of: $0) },
            read: { json in
                guard case .number(let value) = json, range.contains(value) else { return nil }
                return value
            })
        kind.alternatives = .numbers(in: range)
        return kind
    }
}

extension SettingKind where Value == Int {
    /// A whole number.
    package static func integer(_ range: ClosedRange<Int>) -> SettingKind {
        var kind = SettingKind(
            expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            placeholder: range.lowerBound,
            schema: [
                "type": "integer", "minimum": .number(Double(range.lowerBound)),
                "maximum": .number(Double(range.upperBound)),
            ],
            isRange: true, normalize: { $0 }, meaningOfWord: number, text: { "\($0)" },
            read: { json in
                guard case .number(let number) = json, let value = Int(exactly: number),
                    range.contains(value)
                else { return nil }
                return value
            })
        kind.alternatives = .wholeNumbers(in: range)
        return kind
    }
}

extension SettingKind where Value == UInt16 {
    /// A UDP or TCP port number.
    package static var port: SettingKind {
        SettingKind<Int>.integer(1...65535)
            .map({ UInt16(clamping: $0) }, back: { Int($0) })
    }
}

extension SettingKind where Value == String {
    /// A text that is not empty; `expected` says what it should name: "a path".
    package static func text(_ expected: String) -> SettingKind {
        matching("\(expected)", schema: ["minLength": 1, "maxLength": 1024]) {
            !$0.isEmpty && $0.utf8.count <= 1024 && !$0.contains("\0")
        }
    }

    /// A text that must pass a test; `expected` says what passes, `schema` as much of it as a JSON Schema can.
    package static func matching(
        _ expected: @autoclosure @escaping @Sendable () -> String,
        schema: @autoclosure @escaping @Sendable () -> JSONValue = [:],
        _ isRight: @escaping @Sendable (String) -> Bool
    ) -> SettingKind {
        SettingKind(
            expected: expected(), placeholder: "",
            schema: schema().merging(["type": "string"]),
            text: { "\"\($0)\"" },
            read: { json in
                guard case .string(let value) = json, isRight(value) else { return nil }
                return value
            })
    }

    /// An IPv4 address in dotted decimal.
    package static var ipv4Address: SettingKind {
        let byte = NumberPattern.integers(0, 255)
        return matching(
            "an IPv4 address such as \"192.168.1.1\"",
            schema: ["pattern": .string("^\(byte)(?:\\.\(byte)){3}$")]
        ) { text in
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 4 && parts.allSatisfy { UInt8($0).map { "\($0)" } == String($0) }
        }
    }
}

extension SettingKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One word of a list: an enumeration's raw values.
    package static func oneOf(_ fallback: Value) -> SettingKind {
        @Sendable func words() -> [String] { Value.allCases.map(\.rawValue) }
        @Sendable func expected() -> String {
            "one of " + words().map { "\"\($0)\"" }.joined(separator: ", ")
        }
        var kind = SettingKind(
            expected: expected(), placeholder: fallback,
            schema: ["enum": .array(words().map { .string($0) })], normalize: { $0 },
            text: { "\"\($0.rawValue)\"" },
            parse: { json, path throws(ConfigurationErrors) in
                guard case .string(let word) = json, let value = Value(rawValue: word) else {
                    var near: [String] = []
                    if case .string(let word) = json {
                        near = nearestWords(to: word, among: words())
                    }
                    throw path.wrongValue(
                        json, expected: expected(), hint: suggestion(near),
                        correction: .only(of: near))
                }
                return value
            })
        kind.alternatives = .choices { words().map { .string($0) } }
        return kind
    }
}

extension SettingKind where Value: RawRepresentable & CaseIterable, Value.RawValue == Int {
    /// One number of a list: an enumeration's raw values.
    package static func oneOf(_ fallback: Value) -> SettingKind {
        SettingKind(
            expected: "one of " + Value.allCases.map { "\($0.rawValue)" }.joined(separator: ", "),
            placeholder: fallback,
            schema: ["enum": .array(Value.allCases.map { .number(Double($0.rawValue)) })],
            normalize: { $0 }, meaningOfWord: number,
            text: { "\($0.rawValue)" },
            read: { json in
                guard case .number(let number) = json, let whole = Int(exactly: number) else {
                    return nil
                }
                return Value(rawValue: whole)
            })
    }
}
