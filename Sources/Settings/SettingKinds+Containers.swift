import JSON

/// The kinds of settings that hold others: objects, lists, and objects with names of one's own.

extension SettingKind {
    /// An object with settings of its own.
    package static func object(_ type: Value.Type = Value.self) -> SettingKind
    where Value: PluginSettings {
        SettingKind(
            expected: "an object", placeholder: SettingsReader.defaults(of: Value.self),
            members: SettingsReader.describe(Value.self),
            schema: SettingSchema.object(
                SettingsReader.describe(Value.self), SettingsReader.rules(of: Value.self)),
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
        @Sendable func expected() -> String {
            "a list of \(count.lowerBound) to \(count.upperBound), each \(element.expected)"
        }
        return SettingKind(
            expected: expected(), placeholder: [], members: element.members,
            schema: [
                "type": "array", "items": element.schema(),
                "minItems": .number(Double(count.lowerBound)),
                "maxItems": .number(Double(count.upperBound)),
            ],
            normalize: { json in
                guard case .array(let items) = json else { return json }
                return .array(items.map(element.normalize))
            },
            text: { "[" + $0.map(element.text).joined(separator: ", ") + "]" },
            parse: { json, path throws(ConfigurationErrors) in
                guard case .array(let items) = json, count.contains(items.count) else {
                    throw path.wrongValue(json, expected: expected())
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
        @Sendable func expected() -> String {
            "an object of \(count.lowerBound) to \(count.upperBound) names, each with "
                + element.expected
        }
        return SettingKind(
            expected: expected(), placeholder: [:], members: element.members,
            schema: [
                "type": "object", "propertyNames": SettingSchema.plainName,
                "additionalProperties": element.schema(),
                "minProperties": .number(Double(count.lowerBound)),
                "maxProperties": .number(Double(count.upperBound)),
            ],
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
                    throw path.wrongValue(json, expected: expected())
                }
                return try parseNamed(members, as: element, at: path)
            })
    }

    /// Parses every member and collects the errors of all of them.
    private static func parseNamed<Element>(
        _ members: [String: JSONValue], as kind: SettingKind<Element>, at path: SettingPath
    ) throws(ConfigurationErrors) -> [String: Element] {
        let errors = ErrorCollector()
        var values: [String: Element] = [:]
        for (name, json) in members.sorted(by: { $0.key < $1.key }) {
            if isPlainName(name) {
                values[name] = errors.collect(try kind.parse(json, path.key(name)))
            } else {
                errors.add(
                    path.error(
                        .badName, "\"\(name.prefix(40))\" cannot be a name: \(plainNameRule)"))
            }
        }
        try errors.throwIfAny()
        return values
    }

    /// Parses every item and collects the errors of all of them.
    private static func parseAll<Element>(
        _ items: [JSONValue], as kind: SettingKind<Element>, at path: SettingPath
    ) throws(ConfigurationErrors) -> [Element] {
        let errors = ErrorCollector()
        var values: [Element] = []
        for (index, item) in items.enumerated() {
            if let value = errors.collect(try kind.parse(item, path.index(index))) {
                values.append(value)
            }
        }
        try errors.throwIfAny()
        return values
    }
}
