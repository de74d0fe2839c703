import Glibc

/// An open file descriptor that closes itself with its last owner.
package final class FileDescriptor: Sendable {
    package let number: Int32

    /// Takes over `number`, which must be open and owned by nobody else.
    package init(adopting number: Int32) {
        self.number = number
    }

    /// Opens a file, never inherited by a child process.
    package convenience init(
        open path: String, _ flags: Int32, mode: mode_t = 0o600
    ) throws(IOError) {
        let number = try systemCall("open", path) { Glibc.open(path, flags | O_CLOEXEC, mode) }
        self.init(adopting: number)
    }

    /// Two descriptors of which each reads what is written to the other. They never wait.
    package static func pair() throws(IOError) -> (FileDescriptor, FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        try systemCall("socketpair") { socketpair(AF_UNIX, Int32(type), 0, &ends) }
        return (FileDescriptor(adopting: ends[0]), FileDescriptor(adopting: ends[1]))
    }

    deinit {
        close(number)
    }

    /// Reads what there is, at most `capacity` bytes; empty at the end of the file.
    package func read(atMost capacity: Int) throws(IOError) -> [UInt8] {
        var failure: IOError?
        // Not filled with zeros first. The initialiser forgets the type of what its closure throws.
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            do throws(IOError) {
                count = try systemCall("read") {
                    Glibc.read(number, buffer.baseAddress, buffer.count)
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all of `bytes` in one call: how a sysfs attribute that was just opened is set.
    package func writeAtOnce(_ bytes: [UInt8]) throws(IOError) {
        let count = try systemCall("write") { Glibc.write(number, bytes, bytes.count) }
        guard count == bytes.count else { throw IOError(call: "write", code: EIO) }
    }

    /// Writes all of `bytes`, in as many calls as it takes.
    package func write(_ bytes: [UInt8]) throws(IOError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try systemCall("write") {
                rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }
}
