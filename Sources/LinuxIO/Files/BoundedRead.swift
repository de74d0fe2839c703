import Glibc

/// Reads a whole file of at most `limit` bytes.
///
/// `mayWait` is for what a device answers; otherwise a pipe without a writer is an empty file.
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
