import Control
import Core
import LinuxIO
import Synchronization
import Threads
import Values

/// What policies remember, a file for each.
///
/// The one before is kept, too: of a damaged file the checksum tells. Each is read once, when its policy begins;
/// afterwards a policy that restarts waits for no card.
final class FileMemoryStore: PolicyMemoryStore {
    private typealias Found = SealedFile<PolicyMemory>.Found

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
        if let found = known.withLock({ $0[policy] }) { return found.value }
        // After what is still being written: one of the same name may have ended just now.
        let done = Latch()
        files.add { [self] in
            if known.withLock({ $0[policy] == nil }) {
                let found = file(policy).find(otherwise: "it begins as new")
                known.withLock { $0[policy] = found }
            }
            done.open()
        }
        done.wait()
        return known.withLock { $0[policy]?.value }
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
        try file(policy).save(memory)
        known.withLock { $0[policy] = Found(value: memory) }
    }

    /// Names of policies are what the configuration allows: no slash, no dot at the start.
    private func file(_ policy: String) -> SealedFile<PolicyMemory> {
        SealedFile(
            path: "\(directory)/\(policy).memory", key: "memory", name: "memory of a policy",
            maxBytes: Self.maxBytes)
    }
}
