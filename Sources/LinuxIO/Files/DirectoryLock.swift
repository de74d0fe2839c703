import Glibc

/// A directory that this process has to itself, until it ends or lets go.
package final class DirectoryLock: Sendable {
    private let descriptor: FileDescriptor

    /// Takes the lock on `path`; not from one that was killed and cannot come to its end, but beside it.
    ///
    /// - Throws: `EWOULDBLOCK` when another process has it.
    package init(_ path: String) throws(IOError) {
        let descriptor = try FileDescriptor(open: path, O_RDONLY | O_DIRECTORY)
        do throws(IOError) {
            try descriptor.lock(path)
        } catch {
            let isLeft = error.code == EWOULDBLOCK && Holder.ofLock(on: path)?.isDying == true
            guard isLeft else { throw error }
        }
        self.descriptor = descriptor
    }
}

/// The kernel gives a lock back however the process ends, so that none is ever left behind, as a file with a
/// process number would be (flock(2)).
extension FileDescriptor {
    /// Locks the file against every other descriptor that is opened on it, for as long as this one is open.
    ///
    /// - Throws: `EWOULDBLOCK` when another has the lock.
    package func lock(_ path: String) throws(IOError) {
        try systemCall("flock", path) { flock(number, LOCK_EX | LOCK_NB) }
    }

    /// Whether another descriptor has the file locked. This one has no lock afterwards.
    package var isLockedByAnother: Bool {
        guard flock(number, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(number, LOCK_UN)
        return false
    }
}
