import Glibc

/// Reads a whole file of at most `limit` bytes.
///
/// - Throws: the failed call; `EFBIG` when the file is larger; `EISDIR` for a directory.
package func readFile(_ path: String, atMost limit: Int) throws(IOError) -> [UInt8] {
    let file = try FileDescriptor(open: path, O_RDONLY | O_NONBLOCK)
    var bytes: [UInt8] = []
    while bytes.count <= limit {
        let more = try file.read(atMost: min(65536, limit + 1 - bytes.count))
        if more.isEmpty { return bytes }
        bytes += more
    }
    throw IOError(call: "read", subject: path, code: EFBIG)
}
