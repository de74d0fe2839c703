import JSON
import Settings
import Values

/// The arguments of a request as they came: as JSON of a program, or as words of a person.
package enum RequestArguments: Equatable, Sendable {
    case json([String: JSONValue])
    /// `latitude=52.5`, or values alone, in the order in which the request declares its arguments.
    /// The content of the files that they name is in `files`, by the names of the arguments.
    case words([String], files: [String: FileText] = [:])

    var isEmpty: Bool {
        switch self {
        case .json(let members): members.isEmpty
        case .words(let words, _): words.isEmpty
        }
    }

    /// The arguments that `Arguments` declares.
    ///
    /// - Throws: every argument that is missing, unknown or wrong.
    func read<Arguments: PluginSettings>(
        _ type: Arguments.Type, of request: String
    ) throws(ConfigurationErrors) -> Arguments {
        let path = SettingPath(request)
        switch self {
        case .json(let members):
            return try SettingsReader.read(from: .object(members), at: path)
        case .words(let words, let files):
            let keys = SettingsReader.describe(Arguments.self).map(\.key)
            var members = try Self.members(of: words, keys: keys, at: path)
            for (key, file) in files where members[key] != nil { members[key] = file.json }
            return try SettingsReader.read(from: .object(members), at: path, areWords: true)
        }
    }

    /// A file that the words name and whose content has not come with them.
    func missingFile(of request: RequestDescription) -> WantedFile? {
        guard case .words(let words, let files) = self,
            let members = try? Self.members(
                of: words, keys: request.arguments.map(\.key), at: SettingPath(request.name))
        else { return nil }
        for argument in request.arguments where files[argument.key] == nil {
            guard let maxBytes = argument.fileLimit, case .string(let name)? = members[argument.key]
            else { continue }
            return WantedFile(argument: argument.key, name: name, maxBytes: maxBytes)
        }
        return nil
    }

    private static func members(
        of words: [String], keys: [String], at path: SettingPath
    ) throws(ConfigurationErrors) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        var rest = keys[...]
        for word in words {
            let key: String
            let value: Substring
            if let sign = word.firstIndex(of: "="), isKey(word[..<sign]) {
                key = String(word[..<sign])
                value = word[word.index(after: sign)...]
                rest.removeAll { $0 == key }
            } else if let next = rest.popFirst() {
                key = next
                value = word[...]
            } else {
                let known =
                    keys.isEmpty
                    ? "it takes no arguments" : "it takes \(keys.joined(separator: ", "))"
                throw path.error("there is no argument for \"\(word.prefix(40))\": \(known)")
            }
            guard members.updateValue(.string(String(value)), forKey: key) == nil else {
                throw path.key(key).error("given twice")
            }
        }
        return members
    }

    private static func isKey(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0) }
    }
}

/// A file that a request names: its sender has it, and the receiver may not be able to open it.
package struct WantedFile: Equatable, Sendable {
    package let argument: String
    package let name: String
    package let maxBytes: Int

    package var json: JSONValue {
        [
            "argument": .string(argument), "name": .string(name),
            "max_bytes": .number(Double(maxBytes)),
        ]
    }
}
