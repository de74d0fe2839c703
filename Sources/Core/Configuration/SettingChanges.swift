import JSON
import Settings

extension SettingChange {
    /// A value as it is written, and in its normal form; `nil` where it is left out.
    typealias Value = (written: JSONValue?, normal: JSONValue?)

    /// The settings that mean something else now, by key; both objects as they are written.
    static func all(
        from old: [String: JSONValue], to new: [String: JSONValue],
        normalize: ([String: JSONValue]) -> [String: JSONValue]
    ) -> [SettingChange] {
        all(
            from: (written: .object(old), normal: .object(normalize(old))),
            to: (written: .object(new), normal: .object(normalize(new))), at: SettingPath(""))
    }

    /// What means something else now in the value at one place.
    static func all(from old: Value, to new: Value, at path: SettingPath) -> [SettingChange] {
        guard old.normal != new.normal else { return [] }
        let isFile = old.normal.flatMap(FileText.init) != nil
        if !isFile, case .object(let before)? = old.normal, case .object(let now)? = new.normal {
            return Set(before.keys).union(now.keys).sorted().flatMap { key in
                all(
                    from: (written: old.written?[key], normal: before[key]),
                    to: (written: new.written?[key], normal: now[key]), at: path.key(key))
            }
        }
        if let before = NamedItems(old), let now = NamedItems(new) {
            return items(from: before, to: now, at: path)
        }
        return [SettingChange(key: path.description, old: old.written, new: new.written)]
    }

    /// Pairs the items by name: first those that are there now, then those that are gone.
    private static func items(
        from old: NamedItems, to new: NamedItems, at path: SettingPath
    ) -> [SettingChange] {
        var changes = new.names.flatMap { name -> [SettingChange] in
            guard let now = new.items[name] else { return [] }
            guard let before = old.items[name] else {
                return [
                    SettingChange(
                        key: path.key(name).description, old: nil, new: now.written, part: .item)
                ]
            }
            return all(from: before, to: now, at: path.key(name))
        }
        changes += old.names.filter { new.items[$0] == nil }.map { name in
            SettingChange(
                key: path.key(name).description, old: old.items[name]?.written, new: nil,
                part: .item)
        }
        let before = old.names.filter { new.items[$0] != nil }
        let now = new.names.filter { old.items[$0] != nil }
        if before != now {
            changes.append(
                SettingChange(
                    key: path.description, old: .array(before.map { .string($0) }),
                    new: .array(now.map { .string($0) }), part: .order))
        }
        return changes
    }
}

/// The items of a list of objects, each of which has a name of its own.
private struct NamedItems {
    let names: [String]
    let items: [String: SettingChange.Value]

    /// - Returns: `nil` where it is another value, or two items have one name.
    init?(_ value: SettingChange.Value) {
        guard case .array(let normal)? = value.normal, case .array(let written)? = value.written,
            normal.count == written.count, !normal.isEmpty
        else { return nil }
        var (names, items) = ([String](), [String: SettingChange.Value]())
        for (normal, written) in zip(normal, written) {
            guard let name = written.itemName, items[name] == nil else { return nil }
            names.append(name)
            items[name] = (written, normal)
        }
        (self.names, self.items) = (names, items)
    }
}

extension JSONValue {
    /// What an item of a list is called; `nil` where it has no name.
    fileprivate var itemName: String? {
        if case .string(let name)? = self["name"], !name.isEmpty { name } else { nil }
    }
}

// MARK: In words

extension SettingChange {
    /// "light_band: 10 % -> 12 %"
    var line: String { "\(key): \(words)" }

    /// "12m -> 30m"
    var words: String {
        switch part {
        case .value where oldWords == newWords: "\(newWords) with another content"
        case .value: "\(oldWords) -> \(newWords)"
        case .item: newWords
        case .order: "order changed"
        }
    }

    var oldWords: String {
        switch part {
        case .value: Self.words(old)
        case .item: old.map(Self.plain) ?? Self.words(nil)
        case .order: "in the order that it had"
        }
    }

    var newWords: String {
        switch part {
        case .value: Self.words(new)
        case .item: new.map { "(new) \(Self.plain($0))" } ?? Self.words(nil)
        case .order: "another order"
        }
    }

    private static func words(_ value: JSONValue?) -> String {
        if let file = value.flatMap(FileText.init) { return file.name }
        switch value {
        case nil: return "(left out)"
        // What has words of its own would run into the arrow.
        case .string(let text)? where text.count(where: { $0 == " " }) > 1:
            return JSONValue.string(text).line
        case .string(let text)?: return text
        case .array(let items)? where !items.isEmpty && items.allSatisfy { $0.itemName != nil }:
            return items.compactMap(\.itemName).joined(separator: ", ")
        case let value?: return value.line
        }
    }

    /// All of an item but its name, which is in the key: "set fan on, when room > 3 °C".
    private static func plain(_ item: JSONValue) -> String {
        switch item {
        case .string(let text): return text
        case .object(let members):
            return members.filter { $0.key != "name" }.sorted { $0.key < $1.key }
                .map { "\($0.key) \(plain($0.value))" }.joined(separator: ", ")
        case .array(let items): return items.map(plain).joined(separator: ", ")
        case .number, .wideInteger, .bool, .null: return item.line
        }
    }
}
