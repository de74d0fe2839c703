import Core
import Glibc
import LinuxIO
import Synchronization
import TestSupport

/// A device that is a directory of files, one of which is asked, or told, again and again.
///
/// A FIFO in the place of that file keeps whoever opens it waiting, to read or to write.
package final class FileDevice: SimulatedDevice {
    private struct State {
        var condition = Condition.well
        /// What the file says while it is slow.
        var slowContent = ""
        var server: (any Cancellable)?
    }

    private let tree: TemporaryDirectory
    private let directory: String
    private let path: String
    private let good: String
    private let garbage: String
    private let state = Mutex(State())

    /// Makes the device: a directory below the tree, and in it the file that matters, which says
    /// the good text or the garbage.
    package init(
        _ tree: TemporaryDirectory, _ directory: String, file: String, good: String,
        garbage: String
    ) throws {
        self.tree = tree
        self.directory = "\(tree.path)/\(directory)"
        path = "\(self.directory)/\(file)"
        self.good = good
        self.garbage = garbage
        try tree.write("\(directory)/\(file)", good)
    }

    /// What the file says now; `nil` where it is not there, or asking would hang.
    package var content: String? {
        let (condition, slowContent) = state.withLock { ($0.condition, $0.slowContent) }
        return switch condition {
        case .well, .garbage: try? SysfsAttribute(path).text()
        case .slow: slowContent
        case .absent, .stuck: nil
        }
    }

    package func become(_ condition: Condition) throws {
        try state.withLock { state in
            state.server?.cancel()
            if state.condition == .absent { rename("\(tree.path)/away", directory) }
            state.condition = condition
            switch condition {
            case .well: try release { try tree.write("new", good) }
            case .garbage: try release { try tree.write("new", garbage) }
            case .slow, .stuck: try release { mkfifo("\(tree.path)/new", 0o600) }
            case .absent:
                try release { try tree.write("new", good) }
                rename(directory, "\(tree.path)/away")
            }
            if condition == .slow { serveSlowly(&state) }
        }
    }

    /// Puts a new file in the place of the old one, and lets go who waits at that.
    private func release(_ makeNew: () throws -> Void) throws {
        // As long as these are open nobody who comes has to wait, and then nobody can come any more.
        let holders = [path, served].map { (path: String) in
            open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        }
        defer { for holder in holders { close(holder) } }
        unlink("\(tree.path)/new")
        try makeNew()
        try replace()
    }

    private func replace() throws {
        guard rename("\(tree.path)/new", path) == 0 else {
            throw TestSupportError("cannot replace \(path): \(errno)")
        }
    }

    // MARK: A slow file

    /// Another name of the FIFO that was there before the present one.
    private var served: String { "\(tree.path)/served" }

    /// Turns to whoever waits at the file every 50 ms.
    private func serveSlowly(_ state: inout State) {
        state.slowContent = good
        state.server = DispatchScheduler().every(.milliseconds(50), name: "slow") { [weak self] _ in
            self?.state.withLock { state in
                if state.condition == .slow { self?.serve(&state.slowContent) }
            }
        }
    }

    /// Whoever comes from now on waits at another FIFO, so that what is read is what one has written.
    private func serve(_ content: inout String) {
        // Whoever had found the last one, and came to it late.
        serveOld(&content)
        unlink(served)
        link(path, served)
        mkfifo("\(tree.path)/new", 0o600)
        try? replace()
        serveOld(&content)
    }

    private func serveOld(_ content: inout String) {
        // Fails at once where nobody reads.
        let reader = open(served, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard reader < 0 else {
            _ = write(reader, content, content.utf8.count)
            close(reader)
            return
        }
        let writer = open(served, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard writer >= 0 else { return }
        defer { close(writer) }
        // Whoever was waiting to open it writes at once.
        var wanted = pollfd(fd: writer, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, 2) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(writer, &bytes, bytes.count)
        if count > 0 { content = String(decoding: bytes[..<count], as: UTF8.self) }
    }
}
