import Core
import LinuxIO

/// What policies remember, a file for each.
///
/// The one before is kept, too: of a damaged file the checksum tells.
struct FileMemoryStore: PolicyMemoryStore {
    private struct Record: Codable {
        let checksum: String
        let memory: PolicyMemory
    }

    /// A mission that is flown is remembered with its text, which a request brought.
    private static let maxBytes = 2 * ControlRequest.maxLineBytes

    let directory: String

    func load(_ policy: String) -> PolicyMemory? {
        read(path(policy)) ?? read(path(policy) + ".before")
    }

    func save(_ memory: PolicyMemory, of policy: String) throws(PlainError) {
        guard let checksum = Self.checksum(memory),
            let json = JSONValue(encoding: Record(checksum: checksum, memory: memory))
        else { throw PlainError("it does not go into JSON") }
        do throws(IOError) {
            try replaceFile(at: path(policy), with: Array("\(json.line)\n".utf8), mode: 0o640)
        } catch {
            throw PlainError("\(error)")
        }
    }

    /// Names of policies are what the configuration allows: no slash, no dot at the start.
    private func path(_ policy: String) -> String {
        "\(directory)/\(policy).memory"
    }

    private func read(_ path: String) -> PolicyMemory? {
        guard let bytes = try? readFile(path, atMost: Self.maxBytes),
            let json = try? JSONValue(parsing: bytes),
            let record = try? json.decode(as: Record.self),
            record.checksum == Self.checksum(record.memory)
        else { return nil }
        return record.memory
    }

    /// FNV-1a, 64 bits, over the text: against rot, not against people.
    private static func checksum(_ memory: PolicyMemory) -> String? {
        guard let text = JSONValue(encoding: memory)?.line else { return nil }
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
