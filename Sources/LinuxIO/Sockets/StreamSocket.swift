import Glibc

/// One end of a TCP or Unix stream connection, non-blocking.
package final class StreamSocket: Sendable {
    package let descriptor: FileDescriptor

    init(adopting descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Two ends of one connection; the second is for another program, and waits as that expects.
    package static func pair() throws(IOError) -> (StreamSocket, FileDescriptor) {
        let (one, other) = try FileDescriptor.pair()
        try other.setFlags(0)
        return (StreamSocket(adopting: one), other)
    }

    /// Begins to connect over TCP. Use `connectionError` once the socket is writable.
    package init(connectingTo peer: IPv4Endpoint) throws(IOError) {
        let descriptor = try FileDescriptor.socket(AF_INET, SOCK_STREAM)
        self.descriptor = descriptor
        try descriptor.setOption(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        do throws(IOError) {
            try systemCall("connect", peer.description) {
                peer.withSocketAddress { Glibc.connect(descriptor.number, $0, $1) }
            }
        } catch {
            if error.code != EINPROGRESS { throw error }
        }
    }

    /// Connects to a Unix socket.
    ///
    /// - Throws: `EAGAIN` when so many wait to be taken that there is no place for another.
    package init(connectingTo path: String) throws(IOError) {
        descriptor = try FileDescriptor.socket(AF_UNIX, SOCK_STREAM)
        try connect(to: path)
    }

    /// Connects to a Unix socket, and waits at most `limit` for a place among those that wait there.
    ///
    /// - Throws: `ETIMEDOUT` when there was none within `limit`.
    package init(connectingTo path: String, within limit: Duration) throws(IOError) {
        descriptor = try FileDescriptor.socket(AF_UNIX, SOCK_STREAM)
        // The kernel keeps a place only for who may wait for it (unix(7), EAGAIN).
        try descriptor.setFlags(0)
        try descriptor.setSendTimeout(limit)
        do throws(IOError) {
            try connect(to: path)
        } catch {
            guard error.code == EAGAIN else { throw error }
            throw IOError(call: "connect", subject: path, code: ETIMEDOUT)
        }
        try descriptor.setFlags(O_NONBLOCK)
    }

    private func connect(to path: String) throws(IOError) {
        try systemCall("connect", path) {
            withUnixAddress(path) { Glibc.connect(descriptor.number, $0, $1) }
        }
    }

    /// The process at the other end of a Unix connection, and its user, when that was made; `nil` where the kernel
    /// does not say.
    package var peer: (process: pid_t, user: uid_t)? {
        // struct ucred of unix(7), which is behind _GNU_SOURCE and so not imported: process, user, group.
        var credentials: (pid_t, uid_t, gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        let result = getsockopt(
            descriptor.number, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
        return result == 0 ? (credentials.0, credentials.1) : nil
    }

    /// Who is at the other end of a TCP connection.
    package func peerEndpoint() throws(IOError) -> IPv4Endpoint {
        try descriptor.endpoint("getpeername", getpeername)
    }

    /// Reads what has arrived, at most `capacity` bytes.
    ///
    /// - Returns: `nil` when nothing is there now, an empty array when the peer has closed.
    package func read(atMost capacity: Int) throws(IOError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: capacity)
        let count = try nonBlockingCall("recv") { recv(descriptor.number, &bytes, capacity, 0) }
        guard let count else { return nil }
        bytes.removeSubrange(count...)
        return bytes
    }

    /// Writes as much as the kernel takes now and returns how much that was.
    package func write(_ bytes: ArraySlice<UInt8>) throws(IOError) -> Int {
        try nonBlockingCall("send") {
            bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
        } ?? 0
    }

    /// Writes all of it, as fast as the other side takes it.
    ///
    /// For commands and tests, like `wait`. The limit is for each piece that the kernel takes.
    ///
    /// - Returns: `false` if nothing more was taken for that long.
    package func writeAll(_ bytes: [UInt8], milliseconds: Int32) throws(IOError) -> Bool {
        var left = bytes[...]
        while true {
            left = left.dropFirst(try write(left))
            if left.isEmpty { return true }
            guard try wait(for: POLLOUT, milliseconds: milliseconds) else { return false }
        }
    }

    /// Ends the connection at once, in both directions. Whoever waits for it in `poll` wakes up.
    package func hangUp() {
        _ = Glibc.shutdown(descriptor.number, Int32(SHUT_RDWR))
    }

    /// Waits until something can be read (or written), or the time is up.
    ///
    /// For commands and tests. A daemon uses `ReadSource` and never waits.
    package func wait(
        for events: Int32 = POLLIN, milliseconds: Int32
    ) throws(IOError) -> Bool {
        var poller = pollfd(fd: descriptor.number, events: Int16(events), revents: 0)
        return try systemCall("poll") { poll(&poller, 1, milliseconds) } > 0
    }

    /// How the connection attempt ended: `nil` when connected, otherwise why not.
    package func connectionError() throws(IOError) -> IOError? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        try systemCall("getsockopt") {
            getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &code, &length)
        }
        return code == 0 ? nil : IOError(call: "connect", code: code)
    }
}
