import Glibc

/// The longest file with a password or a token.
package let maxSecretBytes = 1024

/// The first line of a file with a password or a token, for the user of this process alone.
///
/// A configuration that somebody else has made could name any file: so it is read only where it belongs to that user, or
/// to root, and nobody else can read it but, where the file says so, that user's own group.
///
/// - Throws: the failed call; `EPERM` where others may read it.
package func readSecret(_ path: String) throws(IOError) -> [UInt8] {
    let file = try FileDescriptor(open: path, O_RDONLY | O_NONBLOCK)
    var status = stat()
    try systemCall("fstat", path) { fstat(file.number, &status) }
    let isOwn = status.st_uid == geteuid() || status.st_uid == 0
    let others = status.st_mode & (status.st_gid == getegid() ? 0o037 : 0o077)
    guard status.st_mode & S_IFMT == S_IFREG, isOwn, others == 0 else {
        throw IOError(call: "read", subject: path, code: EPERM)
    }
    guard status.st_size <= maxSecretBytes else {
        throw IOError(call: "read", subject: path, code: EFBIG)
    }
    let bytes = try file.read(atMost: maxSecretBytes)
    return Array(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
}
