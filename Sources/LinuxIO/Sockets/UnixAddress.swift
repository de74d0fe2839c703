import Glibc

/// Calls `body` with the address of a Unix socket.
///
/// A leading `@` means the abstract namespace. A path that is too long fails as the kernel would
/// have it fail, with `ENAMETOOLONG`.
package func withUnixAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
    var raw = sockaddr_un()
    raw.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: raw.sun_path) else {
        errno = ENAMETOOLONG
        return -1
    }
    let isAbstract = bytes.first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &raw.sun_path) { $0.copyBytes(from: bytes) }
    // An abstract name is as long as the address says; a path ends at its zero byte.
    let header = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2
    let length = isAbstract ? header + bytes.count : MemoryLayout<sockaddr_un>.size
    return withUnsafePointer(to: raw) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(length))
        }
    }
}
