import Glibc

/// A directory that this process has to itself, until it ends or lets go.
///
/// The kernel gives the lock back however the process ends, so that none is ever left behind, as
/// a file with a process number would be (flock(2)).
package final class DirectoryLock: Sendable {
    private let descriptor: FileDescriptor

    /// Takes the lock on `path`.
    ///
    /// - Throws: `EWOULDBLOCK` when another process has it.
    package init(_ path: String) throws(IOError) {
        let descriptor = try FileDescriptor(open: path, O_RDONLY | O_DIRECTORY)
        try systemCall("flock", path) { flock(descriptor.number, LOCK_EX | LOCK_NB) }
        self.descriptor = descriptor
    }
}
