import Glibc
import Threads

/// A socket that takes connections, over TCP or on a path.
package final class StreamListener: Sendable {
    package let descriptor: FileDescriptor
    /// Where a TCP listener is; `nil` for one on a path.
    package let local: IPv4Endpoint?

    /// Listens on TCP.
    package init(on endpoint: IPv4Endpoint) throws(IOError) {
        let descriptor = try FileDescriptor.socket(AF_INET, SOCK_STREAM)
        try descriptor.setOption(SOL_SOCKET, SO_REUSEADDR, 1)
        try descriptor.bind(to: endpoint)
        // As many as systemd lets wait (Backlog= in systemd.socket(5)): of who finds no place among them the kernel takes no
        // notice, and it tries again after a second, three and seven, with a drone in the air.
        try systemCall("listen", endpoint.description) { listen(descriptor.number, SOMAXCONN) }
        self.descriptor = descriptor
        local = try descriptor.localEndpoint()
    }

    /// Takes over a TCP socket that listens already: systemd's, by sd_listen_fds(3).
    ///
    /// - Throws: what is wrong with it; `EAFNOSUPPORT` when it is not of IPv4.
    package init(inherited number: Int32) throws(IOError) {
        let descriptor = FileDescriptor(adopting: number)
        try descriptor.setFlags(O_NONBLOCK)
        try systemCall("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
        local = try descriptor.localEndpoint()
        self.descriptor = descriptor
    }

    /// Listens on a Unix socket whose file has the permissions `mode` from its first moment.
    ///
    /// A socket file that a dead process left behind is replaced; one that answers is not.
    ///
    /// So many connections wait to be taken as `backlog` says, and the kernel lets (net.core.somaxconn).
    ///
    /// - Throws: `EADDRINUSE` when another process listens there, `EEXIST` when something else
    ///   than a socket is there.
    package init(path: String, mode: mode_t, backlog: Int32 = SOMAXCONN) throws(IOError) {
        try Self.clearAway(path)
        let descriptor = try FileDescriptor.socket(AF_UNIX, SOCK_STREAM)
        // The permissions of the socket's inode become those of its file, less the umask.
        try systemCall("fchmod", path) { fchmod(descriptor.number, mode) }
        try systemCall("bind", path) {
            withUnixAddress(path) { Glibc.bind(descriptor.number, $0, $1) }
        }
        try systemCall("chmod", path) { chmod(path, mode) }
        try systemCall("listen", path) { listen(descriptor.number, backlog) }
        self.descriptor = descriptor
        local = nil
    }

    /// Removes the socket file of a process that is dead, and nothing else.
    private static func clearAway(_ path: String) throws(IOError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw IOError(call: "bind", subject: path, code: EEXIST)
        }
        do throws(IOError) {
            _ = try StreamSocket(connectingTo: path)
        } catch {
            // Refused: nobody listens. Anything else, such as a full queue, is a sign of life.
            guard error.code == ECONNREFUSED else {
                throw IOError(call: "bind", subject: path, code: EADDRINUSE)
            }
            unlink(path)
            return
        }
        throw IOError(call: "bind", subject: path, code: EADDRINUSE)
    }

    /// The next waiting connection; `nil` when there is none.
    package func accept() throws(IOError) -> StreamSocket? {
        let number = try nonBlockingCall("accept") { Glibc.accept(descriptor.number, nil, nil) }
        guard let number else { return nil }
        let accepted = FileDescriptor(adopting: number)
        // accept4 would do this in one call, but it is behind _GNU_SOURCE and so not imported.
        try accepted.setFlags(O_NONBLOCK)
        try systemCall("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
        return StreamSocket(adopting: accepted)
    }
}

// MARK: Taking all connections

extension StreamListener {
    /// How long no connection is taken after one could not be, for want of descriptors or memory.
    package static let backOff = Duration.milliseconds(100)
    /// Taken at one wakeup, so that a flood of connections cannot keep the queue for itself.
    package static let acceptsPerWakeup = 64

    /// Takes connections for as long as the source that it gives lives, and hands each to `admit`.
    ///
    /// Where the process or the kernel has nothing left for another, the connections wait in the
    /// kernel and nothing is taken for a moment: the listener stays readable, and without a pause
    /// its handler would run without end. `onError` hears why, once a pause.
    package func acceptAll(
        name: String, onError: @escaping @Sendable (IOError) -> Void = { _ in },
        admit: @escaping @Sendable (StreamSocket) -> Void
    ) -> ReadSource {
        let source = ReadSource(
            watching: [descriptor.number], of: self, name: name, for: .service
        ) { [self] _ in
            guard let error = acceptWaiting(admit) else { return .watch }
            onError(error)
            return .rest(Self.backOff)
        }
        if !source.hasThread { onError(ReadSource.noThread) }
        return source
    }

    /// Takes the connections that wait now, at most `limit` of them.
    ///
    /// - Returns: why no more can be taken for now; `nil` when none waits any more, or `limit` are taken.
    package func acceptWaiting(
        atMost limit: Int = acceptsPerWakeup, _ admit: (StreamSocket) -> Void
    ) -> IOError? {
        for _ in 0..<limit {
            do throws(IOError) {
                guard let socket = try accept() else { return nil }
                admit(socket)
            } catch {
                guard error.concernsOneConnection else { return error }
            }
        }
        return nil
    }
}

extension IOError {
    /// Whether an error of accept(2) is that of the connection, which is gone with it: Linux gives
    /// those of the network, too (accept(2), "Error handling").
    fileprivate var concernsOneConnection: Bool {
        [
            ECONNABORTED, EPERM, ENETDOWN, EPROTO, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH,
            EOPNOTSUPP, ENETUNREACH,
        ].contains(code)
    }
}
