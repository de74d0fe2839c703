import Core
import Glibc
import LinuxIO
import Synchronization
import TestSupport

/// A device that is a directory of files, one of which is asked, or told, again and again.
///
/// A FIFO in the place of that file keeps whoever opens it waiting.
final class FileDevice: Sendable {
    private let tree: TemporaryDirectory
    private let directory: String
    private let file: String
    private let good: String
    private let garbage: String
    private let server = Mutex<(any Cancellable)?>(nil)
    private let condition = Mutex(Condition.well)

    /// Makes the device: a directory below the tree, and in it the file that matters, which says
    /// the good text or the garbage.
    init(
        _ tree: TemporaryDirectory, _ directory: String, file: String, good: String,
        garbage: String
    ) throws {
        self.tree = tree
        self.directory = directory
        self.file = file
        self.good = good
        self.garbage = garbage
        try become(.well)
    }

    /// What the file says now; `nil` where it is not there, or asking would hang.
    var content: String? {
        switch condition.withLock({ $0 }) {
        case .well, .garbage:
            try? SysfsAttribute("\(tree.path)/\(directory)/\(file)").text()
        case .absent, .slow, .stuck: nil
        }
    }

    func become(_ condition: Condition) throws {
        server.withLock { $0 }?.cancel()
        if self.condition.withLock({ $0 }) == .absent {
            rename("\(tree.path)/away", "\(tree.path)/\(directory)")
        }
        self.condition.withLock { $0 = condition }
        switch condition {
        case .well: try release { try tree.write("new", good) }
        case .garbage: try release { try tree.write("new", garbage) }
        case .slow, .stuck: try release { mkfifo("\(tree.path)/new", 0o600) }
        case .absent:
            try release { try tree.write("new", good) }
            rename("\(tree.path)/\(directory)", "\(tree.path)/away")
        }
        if condition == .slow { serveSlowly() }
    }

    /// Puts a new file in the place of the old one, and lets go who waits at that.
    private func release(_ makeNew: () throws -> Void) throws {
        let path = "\(tree.path)/\(directory)/\(file)"
        if access(path, F_OK) != 0 { try tree.write("\(directory)/\(file)", "") }
        // As long as this is open nobody who comes has to wait, and then nobody can come any more.
        let holder = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        unlink("\(tree.path)/new")
        try makeNew()
        guard rename("\(tree.path)/new", path) == 0 else {
            throw TestSupportError("cannot replace \(path): \(errno)")
        }
        close(holder)
    }

    /// Answers whoever waits at the FIFO every 50 ms.
    private func serveSlowly() {
        let path = "\(tree.path)/\(directory)/\(file)"
        let timer = DispatchScheduler().every(.milliseconds(50), name: "slow") { [good] _ in
            // Fails at once where nobody waits.
            let pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            guard pipe >= 0 else { return }
            _ = write(pipe, good, good.utf8.count)
            close(pipe)
        }
        server.withLock { $0 = timer }
    }
}
