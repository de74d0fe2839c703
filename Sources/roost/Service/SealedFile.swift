import Core
import Glibc
import JSON
import LinuxIO
import Values

/// A value of the state directory: a file with a checksum, and the file before it beside it.
///
/// Of two files the newest that is sound counts. A file that is damaged, whatever lies in its place, is named.
struct SealedFile<Value: Codable & Sendable>: Sendable {
    struct Found: Sendable {
        var value: Value?
        /// What was wrong with a file, and what is used in its place; `nil` where nothing was wrong.
        var damage: String?
    }

    private enum Content {
        case value(Value)
        case nothing
        /// With what is wrong.
        case damaged(String)

        func words(of path: String) -> String {
            switch self {
            case .value: "\(path) is sound"
            case .nothing: "\(path) is not there"
            case .damaged(let why): "\(path) is damaged (\(why))"
            }
        }
    }

    let path: String
    /// The member of the file that has the value.
    let key: String
    /// What it is, for people: "memory of a policy".
    let name: String
    let maxBytes: Int

    /// The newest that is sound; `otherwise` says what is used where none is.
    func find(otherwise: String) -> Found {
        let older = "\(path).before"
        switch (read(path), read(older)) {
        case (.value(let value), _): return Found(value: value)
        case (.nothing, .nothing): return Found()
        case (let newest, .value(let value)):
            return Found(
                value: value, damage: "\(newest.words(of: path)); the one before is used: \(older)")
        case (let newest, let before):
            return Found(
                damage: "\(newest.words(of: path)), and \(before.words(of: older)); \(otherwise)")
        }
    }

    /// Keeps a value, and the one before it, so that one of them is there after a power cut.
    ///
    /// - Throws: why it could not be saved; what was saved before is still there.
    func save(_ value: Value) throws(PlainError) {
        guard let content = JSONValue(encoding: value) else {
            throw PlainError("it does not go into JSON")
        }
        let json: JSONValue = .object([key: content, "checksum": .string(Self.checksum(content))])
        try mapped(to: PlainError.init) { () throws(IOError) in
            try replaceFile(at: path, with: Array("\(json.line)\n".utf8), mode: 0o640)
        }
    }

    private func read(_ path: String) -> Content {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try readFile(path, atMost: maxBytes)
        } catch {
            return error.code == ENOENT ? .nothing : .damaged(error.reason)
        }
        guard !bytes.isEmpty else { return .damaged("it is empty") }
        guard let json = try? JSONValue(parsing: bytes), let content = json[key],
            let value = try? content.decode(as: Value.self),
            let sealed = JSONValue(encoding: value), case .string(let checksum)? = json["checksum"]
        else { return .damaged("it is no \(name)") }
        guard checksum == Self.checksum(sealed) else { return .damaged("its checksum is wrong") }
        return .value(value)
    }

    /// FNV-1a, 64 bits, over the text: against rot, not against people.
    private static func checksum(_ content: JSONValue) -> String {
        let hash = content.line.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
