import Core
import JSON

/// As much of JSON Schema (2020-12) as `docs/status.schema.json` uses.
package struct JSONSchema: Sendable {
    private let root: JSONValue

    package init(_ text: some Sequence<UInt8>) throws {
        root = try JSONValue(parsing: Array(text))
    }

    /// What does not fit, each with its path; empty when all does.
    package func problems(of value: JSONValue) -> [String] {
        problems(of: value, by: root, at: "")
    }

    /// The paths of all keys: `drivers[].sources.*.age_seconds`.
    package var keys: Set<String> {
        Set(keys(of: root, at: ""))
    }

    /// The same, each with what it may be: `uptime_seconds: type "number"; required`.
    package var declarations: [String] {
        declarations(of: root, at: "").sorted()
    }

    /// The paths of those keys that `value` has.
    package func keys(in value: JSONValue) -> Set<String> {
        Set(found(in: value, by: root, at: ""))
    }

    // MARK: Judging

    private func problems(of value: JSONValue, by schema: JSONValue, at path: String) -> [String] {
        let schema = resolved(schema)
        if let const = schema["const"], const != value { return ["\(path) is not \(const.line)"] }
        if case .array(let choices)? = schema["enum"], !choices.contains(value) {
            return ["\(path) is \(value.line)"]
        }
        if case .string(let type)? = schema["type"], !value.isOf(type) {
            return ["\(path) is \(value.line) and no \(type)"]
        }
        if case .number(let least)? = schema["minimum"], case .number(let number) = value,
            number < least
        {
            return ["\(path) is \(number)"]
        }
        let missing = schema.list("required").compactMap { key -> String? in
            guard case .string(let key) = key, value[key] == nil else { return nil }
            return "\(path).\(key) is missing"
        }
        return missing
            + children(of: value, by: schema).flatMap { key, child, schema in
                schema.map { problems(of: child, by: $0, at: path + key) }
                    ?? ["\(path)\(key) is not in the schema"]
            }
    }

    /// The parts of a value, each with what the schema says of it; `nil` where it has no place.
    private func children(
        of value: JSONValue, by schema: JSONValue
    ) -> [(key: String, value: JSONValue, schema: JSONValue?)] {
        switch value {
        case .array(let items):
            guard let each = schema["items"] else { return [] }
            return items.map { ("[]", $0, each) }
        case .object(let members):
            guard let rest = schema["additionalProperties"] else { return [] }
            return members.map { key, member in
                if let own = schema["properties"]?[key] { return (".\(key)", member, own) }
                return (rest == false ? ".\(key)" : ".*", member, rest == false ? nil : rest)
            }
        default: return []
        }
    }

    private func resolved(_ schema: JSONValue) -> JSONValue {
        guard case .string(let reference)? = schema["$ref"] else { return schema }
        return root["$defs"]?[String(reference.dropFirst("#/$defs/".count))] ?? schema
    }

    // MARK: Keys

    private func keys(of schema: JSONValue, at path: String) -> [String] {
        let schema = resolved(schema)
        var keys: [String] = []
        if case .object(let members)? = schema["properties"] {
            for (key, member) in members {
                let path = path.isEmpty ? key : "\(path).\(key)"
                keys += [path] + self.keys(of: member, at: path)
            }
        }
        if let rest = schema["additionalProperties"], rest != false {
            keys += self.keys(of: rest, at: "\(path).*")
        }
        if let items = schema["items"] { keys += self.keys(of: items, at: "\(path)[]") }
        return keys
    }

    private func declarations(of schema: JSONValue, at path: String) -> [String] {
        let schema = resolved(schema)
        var lines: [String] = []
        if case .object(let members)? = schema["properties"] {
            for (key, member) in members {
                let path = path.isEmpty ? key : "\(path).\(key)"
                let isRequired = schema.list("required").contains(.string(key))
                lines.append(
                    "\(path): \(form(of: resolved(member)))\(isRequired ? "; required" : "")")
                lines += declarations(of: member, at: path)
            }
        }
        if let rest = schema["additionalProperties"], rest != false {
            lines += declarations(of: rest, at: "\(path).*")
        }
        if let items = schema["items"] { lines += declarations(of: items, at: "\(path)[]") }
        return lines
    }

    private func form(of schema: JSONValue) -> String {
        let words = ["const", "type", "enum"].compactMap { key in
            schema[key].map { "\(key) \($0.line)" }
        }
        return words.isEmpty ? "any" : words.joined(separator: ", ")
    }

    private func found(in value: JSONValue, by schema: JSONValue, at path: String) -> [String] {
        children(of: value, by: resolved(schema)).flatMap { key, child, schema -> [String] in
            guard let schema else { return [] }
            let path = path.isEmpty ? String(key.dropFirst()) : path + key
            let own = key == "[]" || key == ".*" ? [] : [path]
            return own + found(in: child, by: schema, at: path)
        }
    }
}

extension JSONValue {
    fileprivate func list(_ key: String) -> [JSONValue] {
        guard case .array(let items)? = self[key] else { return [] }
        return items
    }

    fileprivate func isOf(_ type: String) -> Bool {
        switch (self, type) {
        case (.object, "object"), (.array, "array"), (.string, "string"), (.bool, "boolean"),
            (.number, "number"), (.wideInteger, "integer"):
            true
        case (.number(let number), "integer"): Int64(exactly: number) != nil
        default: false
        }
    }
}
