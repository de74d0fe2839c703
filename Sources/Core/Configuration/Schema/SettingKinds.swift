import Devices

/// The kinds of settings without a unit: numbers, words, addresses, places, lists, objects.

extension SettingKind {
    /// The same setting as another type.
    func map<Other: Sendable>(
        _ forward: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
    ) -> SettingKind<Other> {
        let (text, parse) = (text, parse)
        return SettingKind<Other>(
            expected: expected, placeholder: forward(placeholder), members: members,
            normalize: normalize, meaningOfWord: meaningOfWord, text: { text(back($0)) },
            parse: { json, path throws(ConfigurationErrors) in forward(try parse(json, path)) })
    }
}

extension SettingKind where Value == Bool {
    package static var bool: SettingKind {
        SettingKind(
            expected: "true or false", placeholder: false,
            meaningOfWord: { Bool($0).map(JSONValue.bool) ?? .string($0) }, text: { "\($0)" },
            parse: { json, path throws(ConfigurationErrors) in
                guard case .bool(let value) = json else {
                    throw path.problem("expected true or false, found \(json.inWords)")
                }
                return value
            })
    }
}

extension SettingKind where Value == JSONValue {
    /// JSON that somebody else checks; here it only has a name and a place in the reference.
    static func json(_ expected: String) -> SettingKind {
        SettingKind(
            expected: expected, placeholder: .null, text: { $0.line },
            parse: { json, _ throws(ConfigurationErrors) in json })
    }
}

extension SettingKind where Value == Double {
    /// A number without a unit.
    package static func number(_ range: ClosedRange<Double>) -> SettingKind {
        let expected =
            "a number from \(shortText(of: range.lowerBound)) to \(shortText(of: range.upperBound))"
        return SettingKind(
            expected: expected, placeholder: range.lowerBound, meaningOfWord: number,
            text: { shortText(of: $0) },
            parse: { json, path throws(ConfigurationErrors) in
                guard case .number(let value) = json, range.contains(value) else {
                    throw path.problem("expected \(expected), found \(json.inWords)")
                }
                return value
            })
    }
}

extension SettingKind where Value == Int {
    /// A whole number.
    package static func integer(_ range: ClosedRange<Int>) -> SettingKind {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return SettingKind(
            expected: expected, placeholder: range.lowerBound, meaningOfWord: number,
            text: { "\($0)" },
            parse: { json, path throws(ConfigurationErrors) in
                guard case .number(let number) = json, let value = Int(exactly: number),
                    range.contains(value)
                else { throw path.problem("expected \(expected), found \(json.inWords)") }
                return value
            })
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
        matching("\(expected)") { !$0.isEmpty && $0.utf8.count <= 1024 && !$0.contains("\0") }
    }

    /// A text that must pass a test; `expected` says what passes.
    package static func matching(
        _ expected: String, _ isRight: @escaping @Sendable (String) -> Bool
    ) -> SettingKind {
        SettingKind(
            expected: expected, placeholder: "", text: { "\"\($0)\"" },
            parse: { json, path throws(ConfigurationErrors) in
                guard case .string(let value) = json, isRight(value) else {
                    throw path.problem("expected \(expected), found \(json.inWords)")
                }
                return value
            })
    }

    /// An IPv4 address in dotted decimal.
    package static var ipv4Address: SettingKind {
        matching("an IPv4 address such as \"192.168.1.1\"") { text in
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 4 && parts.allSatisfy { UInt8($0).map { "\($0)" } == String($0) }
        }
    }
}

extension SettingKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One word of a list: an enumeration's raw values.
    package static func oneOf(_ fallback: Value) -> SettingKind {
        let words = Value.allCases.map(\.rawValue)
        let expected = "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        return SettingKind(
            expected: expected, placeholder: fallback, text: { "\"\($0.rawValue)\"" },
            parse: { json, path throws(ConfigurationErrors) in
                guard case .string(let word) = json, let value = Value(rawValue: word) else {
                    var hint = ""
                    if case .string(let word) = json { hint = suggestion(for: word, among: words) }
                    throw path.problem("expected \(expected), found \(json.inWords).\(hint)")
                }
                return value
            })
    }
}

extension SettingKind where Value: RawRepresentable & CaseIterable, Value.RawValue == Int {
    /// One number of a list: an enumeration's raw values.
    package static func oneOf(_ fallback: Value) -> SettingKind {
        let expected =
            "one of " + Value.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
        return SettingKind(
            expected: expected, placeholder: fallback, meaningOfWord: number,
            text: { "\($0.rawValue)" },
            parse: { json, path throws(ConfigurationErrors) in
                guard case .number(let number) = json, let whole = Int(exactly: number),
                    let value = Value(rawValue: whole)
                else { throw path.problem("expected \(expected), found \(json.inWords)") }
                return value
            })
    }
}

extension SettingKind {
    /// An object with settings of its own.
    package static func object(_ type: Value.Type = Value.self) -> SettingKind
    where Value: PluginSettings {
        SettingKind(
            expected: "an object", placeholder: SettingsReader.placeholder(Value.self),
            members: SettingsReader.describe(Value.self),
            normalize: { json in
                guard case .object(let members) = json else { return json }
                return .object(SettingsReader.normalForm(Value.self, of: members))
            },
            text: { _ in "{}" },
            parse: { json, path throws(ConfigurationErrors) in
                try SettingsReader.read(Value.self, from: json, at: path)
            })
    }

    /// A list of things of one kind.
    package static func list<Element>(
        of element: SettingKind<Element>, count: ClosedRange<Int>
    ) -> SettingKind where Value == [Element] {
        let amount = "\(count.lowerBound) to \(count.upperBound)"
        let expected = "a list of \(amount), each \(element.expected)"
        return SettingKind(
            expected: expected, placeholder: [], members: element.members,
            normalize: { json in
                guard case .array(let items) = json else { return json }
                return .array(items.map(element.normalize))
            },
            text: { "[" + $0.map(element.text).joined(separator: ", ") + "]" },
            parse: { json, path throws(ConfigurationErrors) in
                guard case .array(let items) = json, count.contains(items.count) else {
                    throw path.problem("expected \(expected), found \(json.inWords)")
                }
                return try parseAll(items, as: element, at: path)
            })
    }

    /// An object of things of one kind, each under a name that the user chooses.
    ///
    /// The names can stand behind a dot as the ports of a driver: letters, digits, "-" and "_".
    package static func named<Element>(
        _ element: SettingKind<Element>, count: ClosedRange<Int>
    ) -> SettingKind where Value == [String: Element] {
        let amount = "\(count.lowerBound) to \(count.upperBound)"
        let expected = "an object of \(amount) names, each with \(element.expected)"
        return SettingKind(
            expected: expected, placeholder: [:], members: element.members,
            normalize: { json in
                guard case .object(let members) = json else { return json }
                return .object(members.mapValues(element.normalize))
            },
            text: { named in
                let members = named.sorted { $0.key < $1.key }
                    .map { "\"\($0.key)\": \(element.text($0.value))" }
                return "{" + members.joined(separator: ", ") + "}"
            },
            parse: { json, path throws(ConfigurationErrors) in
                guard case .object(let members) = json, count.contains(members.count) else {
                    throw path.problem("expected \(expected), found \(json.inWords)")
                }
                return try parseNamed(members, as: element, at: path)
            })
    }

    /// Parses every member and collects the problems of all of them.
    private static func parseNamed<Element>(
        _ members: [String: JSONValue], as kind: SettingKind<Element>, at path: SettingPath
    ) throws(ConfigurationErrors) -> [String: Element] {
        let problems = ErrorCollector()
        var values: [String: Element] = [:]
        for (name, json) in members.sorted(by: { $0.key < $1.key }) {
            values[name] = problems.collect { () throws(ConfigurationErrors) in
                guard isPlainName(name) else {
                    throw path.problem("\"\(name.prefix(40))\" cannot be a name: \(plainNameRule)")
                }
                return try kind.parse(json, path.key(name))
            }
        }
        try problems.throwIfAny()
        return values
    }

    /// Parses every item and collects the problems of all of them.
    private static func parseAll<Element>(
        _ items: [JSONValue], as kind: SettingKind<Element>, at path: SettingPath
    ) throws(ConfigurationErrors) -> [Element] {
        let problems = ErrorCollector()
        let values = items.enumerated().compactMap { index, item in
            problems.collect { () throws(ConfigurationErrors) in
                try kind.parse(item, path.index(index))
            }
        }
        try problems.throwIfAny()
        return values
    }
}
