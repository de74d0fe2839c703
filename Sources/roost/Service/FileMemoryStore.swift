import Core
import Glibc
import LinuxIO
import Synchronization
import Threads

/// What policies remember, a file for each.
///
/// The one before is kept, too: of a damaged file the checksum tells. Each is read once, when its policy begins;
/// afterwards a policy that restarts waits for no card.
final class FileMemoryStore: PolicyMemoryStore {
    private struct Record: Codable {
        let checksum: String
        let memory: PolicyMemory
    }

    private enum Content {
        case memory(PolicyMemory)
        case nothing
        /// With what is wrong.
        case damaged(String)

        func words(of path: String) -> String {
            switch self {
            case .memory: "\(path) is sound"
            case .nothing: "\(path) is not there"
            case .damaged(let why): "\(path) is damaged (\(why))"
            }
        }
    }

    private struct Found {
        var memory: PolicyMemory?
        var damage: String?
    }

    /// A mission that is flown is remembered with its text, which a request brought.
    private static let maxBytes = 2 * ControlRequest.maxLineBytes

    let directory: String
    /// What is in the files, by policies, as far as they were read or written.
    private let known = Mutex<[String: Found]>([:])
    private let files = WorkQueue("memory", for: .service)

    init(directory: String) {
        self.directory = directory
    }

    func load(_ policy: String) -> PolicyMemory? {
        if let found = known.withLock({ $0[policy] }) { return found.memory }
        // After what is still being written: one of the same name may have ended just now.
        let done = Latch()
        files.add { [self] in
            if known.withLock({ $0[policy] == nil }) {
                let found = find(policy)
                known.withLock { $0[policy] = found }
            }
            done.open()
        }
        done.wait()
        return known.withLock { $0[policy]?.memory }
    }

    func damage(of policy: String) -> String? { known.withLock { $0[policy]?.damage } }

    /// Waits for what is being saved, two seconds at most: at the end of the process.
    func close() {
        let done = Latch()
        files.add { done.open() }
        _ = done.wait(atMost: .seconds(2))
    }

    func perform(_ work: @escaping @Sendable () -> Void) { files.add(work) }

    func save(_ memory: PolicyMemory, of policy: String) throws(PlainError) {
        guard let checksum = Self.checksum(memory),
            let json = JSONValue(encoding: Record(checksum: checksum, memory: memory))
        else { throw PlainError("it does not go into JSON") }
        do throws(IOError) {
            try replaceFile(at: path(policy), with: Array("\(json.line)\n".utf8), mode: 0o640)
        } catch {
            throw PlainError("\(error)")
        }
        known.withLock { $0[policy] = Found(memory: memory) }
    }

    /// Names of policies are what the configuration allows: no slash, no dot at the start.
    private func path(_ policy: String) -> String {
        "\(directory)/\(policy).memory"
    }

    /// The newest that is sound. Of a damaged one it says what is used in its place.
    private func find(_ policy: String) -> Found {
        let (path, older) = (path(policy), "\(path(policy)).before")
        switch (read(path), read(older)) {
        case (.memory(let memory), _): return Found(memory: memory)
        case (.nothing, .nothing): return Found()
        case (let newest, .memory(let memory)):
            return Found(
                memory: memory,
                damage: "\(newest.words(of: path)); the one before is used: \(older)")
        case (let newest, let before):
            return Found(
                damage:
                    "\(newest.words(of: path)), and \(before.words(of: older)); it begins as new")
        }
    }

    private func read(_ path: String) -> Content {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try readFile(path, atMost: Self.maxBytes)
        } catch {
            return error.code == ENOENT ? .nothing : .damaged(error.reason)
        }
        guard !bytes.isEmpty else { return .damaged("it is empty") }
        guard let json = try? JSONValue(parsing: bytes),
            let record = try? json.decode(as: Record.self)
        else { return .damaged("it is no memory of a policy") }
        guard record.checksum == Self.checksum(record.memory) else {
            return .damaged("its checksum is wrong")
        }
        return .memory(record.memory)
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
