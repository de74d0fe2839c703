import JSON
import Values

/// A text file that a setting names: its name, and what is in it.
///
/// Who writes a setting writes the name. Whoever reads the configuration, or sends the request, puts
/// an object with both in its place: a plugin opens no file, and takes a text as it was at one time.
package struct FileText: Codable, Equatable, Sendable {
    package let name: String
    package let text: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    /// - Throws: that the bytes are no UTF-8.
    package init(name: String, _ bytes: [UInt8]) throws(PlainError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PlainError("\(name) is not UTF-8 text; save it as UTF-8")
        }
        self.init(name: name, text: text)
    }

    package init?(_ json: JSONValue) {
        guard case .string(let name)? = json["file"], case .string(let text)? = json["text"] else {
            return nil
        }
        self.init(name: name, text: text)
    }

    package var json: JSONValue { ["file": .string(name), "text": .string(text)] }
}

/// How the files are read that a configuration names: by name, and with the most bytes that it may
/// have.
package typealias SettingFiles =
    @Sendable (_ name: String, _ maxBytes: Int) throws(PlainError) -> FileText

extension SettingKind where Value == FileText {
    /// The content of a text file of at most so many bytes; the setting has its name.
    package static func file(upTo maxBytes: Int) -> SettingKind {
        var kind = SettingKind(
            expected: "the name of a file", placeholder: FileText(name: "", text: ""),
            schema: ["type": "string"], normalize: { $0 }, text: { "\"\($0.name)\"" },
            parse: { json, path throws(ConfigurationErrors) in
                guard let file = FileText(json) else {
                    throw path.wrongValue(
                        json,
                        expected: "a file's content as {\"file\": NAME, \"text\": CONTENT}")
                }
                guard file.text.utf8.count <= maxBytes else {
                    throw path.error(
                        .unreadableFile,
                        "\(file.name) has \(file.text.utf8.count) bytes; at most \(maxBytes)")
                }
                return file
            })
        kind.fileLimit = maxBytes
        return kind
    }
}

extension [String: JSONValue] {
    /// The same with the content in place of each name of a file that the settings declare.
    package func reading(
        _ settings: [SettingDescription], with files: SettingFiles, at path: SettingPath
    ) throws(ConfigurationErrors) -> [String: JSONValue] {
        var members = self
        for setting in settings {
            guard let limit = setting.fileLimit, case .string(let name)? = self[setting.key] else {
                continue
            }
            do throws(PlainError) {
                members[setting.key] = try files(name, limit).json
            } catch {
                throw path.key(setting.key).error(.unreadableFile, error.description)
            }
        }
        return members
    }
}
