import Core
import LinuxIO

/// The record of the protection that is in force, as a file of the state directory.
struct FileProtectionStore: ProtectionStore {
    /// A configuration names missions, whose texts are in it.
    private static let maxBytes = 4 << 20

    let directory: String

    private var path: String { "\(directory)/protection.json" }

    func load() -> ProtectionRecord? {
        for path in [path, path + ".before"] {
            guard let bytes = try? readFile(path, atMost: Self.maxBytes),
                let json = try? JSONValue(parsing: bytes),
                let record = try? json.decode(as: ProtectionRecord.self)
            else { continue }
            return record
        }
        return nil
    }

    func save(_ record: ProtectionRecord) throws(PlainError) {
        guard let json = JSONValue(encoding: record) else {
            throw PlainError("it does not go into JSON")
        }
        do throws(IOError) {
            try replaceFile(at: path, with: Array("\(json.line)\n".utf8), mode: 0o640)
        } catch {
            throw PlainError("\(error)")
        }
    }
}
