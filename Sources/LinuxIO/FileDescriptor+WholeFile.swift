import Glibc

extension FileDescriptor {
    /// Reads a whole regular file.
    ///
    /// - Throws: `EFBIG` when it is longer than `limit` bytes, `EINVAL` when it is no regular
    ///   file: a directory or a pipe has no end to check before its content is used.
    package static func readFile(_ path: String, limit: Int) throws(IOError) -> [UInt8] {
        // Without O_NONBLOCK the open of a named pipe would wait for a writer.
        let file = try FileDescriptor(open: path, O_RDONLY | O_NONBLOCK)
        var status = stat()
        try systemCall("fstat", path) { fstat(file.number, &status) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw IOError(call: "read", subject: path, code: EINVAL)
        }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let more = try file.read(atMost: 1 << 16)
            if more.isEmpty { return bytes }
            bytes += more
        }
        throw IOError(call: "read", subject: path, code: EFBIG)
    }
}
