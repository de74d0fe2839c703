import Glibc

package struct IPv4Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// In network byte order, as the kernel keeps it.
    let address: in_addr_t
    package let port: UInt16

    /// Reads dotted decimal; `nil` for anything else. Names are not looked up.
    package init?(_ text: String, port: UInt16) {
        var parsed = in_addr()
        guard inet_pton(AF_INET, text, &parsed) == 1 else { return nil }
        address = parsed.s_addr
        self.port = port
    }

    init(_ raw: sockaddr_in) {
        address = raw.sin_addr.s_addr
        port = UInt16(bigEndian: raw.sin_port)
    }

    /// Any local address, with a port that the kernel chooses.
    package static let any = IPv4Endpoint(address: 0, port: 0)

    private init(address: in_addr_t, port: UInt16) {
        self.address = address
        self.port = port
    }

    package func withPort(_ port: UInt16) -> IPv4Endpoint {
        IPv4Endpoint(address: address, port: port)
    }

    package var host: String {
        let host = UInt32(bigEndian: address)
        return "\(host >> 24).\(host >> 16 & 255).\(host >> 8 & 255).\(host & 255)"
    }

    package var description: String { "\(host):\(port)" }

    /// Whether it is on this machine: 127.0.0.0/8.
    package var isLoopback: Bool { UInt32(bigEndian: address) >> 24 == 127 }

    /// Calls `body` with the address in the form that system calls take.
    func withSocketAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var raw = sockaddr_in()
        raw.sin_family = sa_family_t(AF_INET)
        raw.sin_addr.s_addr = address
        raw.sin_port = port.bigEndian
        return withUnsafePointer(to: raw) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

extension FileDescriptor {
    /// A new socket: non-blocking, and never inherited by a child process.
    static func socket(_ domain: Int32, _ type: __socket_type) throws(IOError) -> FileDescriptor {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = try systemCall("socket") {
            Glibc.socket(domain, Int32(type.rawValue) | flags, 0)
        }
        return FileDescriptor(adopting: number)
    }

    func setOption(_ level: Int32, _ option: Int32, _ value: Int32) throws(IOError) {
        var value = value
        try systemCall("setsockopt") {
            setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// How long a call that writes or connects may wait, where it may wait at all.
    func setSendTimeout(_ limit: Duration) throws(IOError) {
        let (seconds, attoseconds) = limit.components
        var time = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        try systemCall("setsockopt") {
            setsockopt(
                number, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// `O_NONBLOCK`, or 0 for a descriptor that waits.
    func setFlags(_ flags: Int32) throws(IOError) {
        try systemCall("fcntl") { fcntl(number, F_SETFL, flags) }
    }

    func bind(to endpoint: IPv4Endpoint) throws(IOError) {
        try systemCall("bind", endpoint.description) {
            endpoint.withSocketAddress { Glibc.bind(number, $0, $1) }
        }
    }

    /// The address that the kernel gave to this end.
    func localEndpoint() throws(IOError) -> IPv4Endpoint {
        try endpoint("getsockname", getsockname)
    }

    /// The address that a call such as getsockname(2) gives.
    ///
    /// - Throws: `EAFNOSUPPORT` when it is not of IPv4.
    func endpoint(
        _ name: String,
        _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) throws(IOError) -> IPv4Endpoint {
        var raw = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try systemCall(name) {
            withUnsafeMutablePointer(to: &raw) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    call(number, $0, &length)
                }
            }
        }
        guard raw.sin_family == sa_family_t(AF_INET) else {
            throw IOError(call: name, code: EAFNOSUPPORT)
        }
        return IPv4Endpoint(raw)
    }
}

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
