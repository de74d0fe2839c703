import Glibc

/// Reads a whole file of at most `limit` bytes.
///
/// `mayWait` is for what a device answers; else a pipe without a writer is an empty file.
///
/// - Throws: the failed call; `EFBIG` when the file is larger; `EISDIR` for a directory.
package func readFile(
    _ path: String, atMost limit: Int, mayWait: Bool = false
) throws(IOError) -> [UInt8] {
    let file = try FileDescriptor(open: path, O_RDONLY | (mayWait ? 0 : O_NONBLOCK))
    var bytes: [UInt8] = []
    while bytes.count <= limit {
        let more: [UInt8]
        do throws(IOError) {
            more = try file.read(atMost: min(65536, limit + 1 - bytes.count))
        } catch {
            throw error.about(path)
        }
        if more.isEmpty { return bytes }
        bytes += more
    }
    throw IOError(call: "read", subject: path, code: EFBIG)
}

/// The names in a directory, in alphabetical order, without "." and "..".
package func directoryNames(_ path: String) throws(IOError) -> [String] {
    guard let stream = opendir(path) else {
        throw IOError(call: "opendir", subject: path, code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(
                to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)
            ) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

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
