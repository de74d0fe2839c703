import Core
import Glibc
import LinuxIO
import Synchronization

/// A local socket at which every client gets the video as a raw H.264 stream, from the next
/// keyframe on. What clients send is not looked at.
final class FrameServer: FrameSink {
    private struct Client {
        let number: Int
        let socket: StreamSocket
        var queue = FrameQueue()
        var isClosed = false
        /// So that it is said once.
        var wasBehind = false

        /// Writes what the kernel takes now.
        mutating func write() {
            do throws(IOError) {
                while let front = queue.front {
                    let count = try socket.write(front)
                    queue.consume(count)
                    if count < front.count { return }
                }
            } catch {
                isClosed = true
            }
        }

        /// Looks whether the other end is closed, as far as can be seen without writing.
        mutating func pollHangup() {
            let hasHungUp = (try? socket.wait(for: 0, milliseconds: 0)) ?? true
            isClosed = isClosed || hasHungUp
        }
    }

    private struct State {
        var clients: [Client] = []
        var accepting: ReadSource?
        var count = 0
        /// Of clients that have gone.
        var sent = 0
        var dropped = 0
    }

    private let name: String
    /// Removed at the end; `nil` when it is not a file.
    private let path: String?
    private let listener: StreamListener
    private let maxClients: Int
    private let log: Log
    private let state = Mutex(State())

    /// Begins to listen on a path, or on TCP at this machine's own address.
    ///
    /// - Throws: `EADDRINUSE` when somebody else listens there.
    init(_ place: VideoSocket, maxClients: Int, log: Log) throws(IOError) {
        listener = try place.listen()
        switch place {
        case .path(let path): self.path = path
        case .port: path = nil
        }
        name = path ?? listener.local?.description ?? "?"
        self.maxClients = maxClients
        self.log = log
        // Who comes at once waits for the lock.
        state.withLock { state in
            state.accepting = listener.acceptAll(
                name: "video", onError: { log.error("video: no client can be let in: \($0)") },
                admit: { [weak self] socket in
                    self?.state.withLock { self?.admit(socket, &$0) }
                })
        }
    }

    deinit {
        close()
    }

    var wantsFrames: Bool {
        state.withLock { !$0.clients.isEmpty }
    }

    var report: FrameSinkReport {
        state.withLock { state in
            var report = FrameSinkReport(name: name, clients: state.clients.count)
            report.sent = state.clients.reduce(state.sent) { $0 + $1.queue.sent }
            report.dropped = state.clients.reduce(state.dropped) { $0 + $1.queue.dropped }
            return report
        }
    }

    func enqueue(_ frame: VideoFrame) {
        state.withLock { state in
            for index in state.clients.indices { state.clients[index].queue.enqueue(frame) }
            write(&state)
        }
    }

    func flush() {
        state.withLock { state in
            for index in state.clients.indices { state.clients[index].pollHangup() }
            write(&state)
        }
    }

    func close() {
        let accepting = state.withLock { state in
            for index in state.clients.indices { state.clients[index].isClosed = true }
            removeClosed(&state)
            defer { state.accepting = nil }
            return state.accepting
        }
        guard let accepting else { return }
        accepting.cancel()
        if let path { unlink(path) }
    }

    private func admit(_ socket: StreamSocket, _ state: inout State) {
        guard state.accepting != nil else { return }
        for index in state.clients.indices { state.clients[index].pollHangup() }
        removeClosed(&state)
        guard state.clients.count < maxClients else {
            log.warning("video: a client was turned away at \(name): there are \(maxClients)")
            return
        }
        state.count += 1
        state.clients.append(Client(number: state.count, socket: socket))
        log.info("video: client \(state.count) has come to \(name)")
    }

    private func write(_ state: inout State) {
        for index in state.clients.indices {
            state.clients[index].write()
            tellIfBehind(&state.clients[index])
        }
        removeClosed(&state)
    }

    private func removeClosed(_ state: inout State) {
        for client in state.clients where client.isClosed {
            state.sent += client.queue.sent
            state.dropped += client.queue.dropped
            log.info(
                "video: client \(client.number) has left \(name) after "
                    + "\(client.queue.sent) frames, \(client.queue.dropped) lost")
        }
        state.clients.removeAll { $0.isClosed }
    }

    private func tellIfBehind(_ client: inout Client) {
        let isBehind = client.queue.isBehind
        if isBehind, !client.wasBehind {
            log.notice("video: client \(client.number) is too slow and loses frames")
        }
        client.wasBehind = isBehind
    }
}

/// Where clients connect to.
package enum VideoSocket: Equatable, Sendable {
    /// A Unix socket.
    case path(String)
    /// A TCP port of this machine, open to its own programs only.
    case port(UInt16)

    fileprivate func listen() throws(IOError) -> StreamListener {
        switch self {
        case .path(let path): return try StreamListener(path: path, mode: 0o660)
        case .port(let port):
            guard let endpoint = IPv4Endpoint("127.0.0.1", port: port) else {
                throw IOError(call: "bind", subject: "port \(port)", code: EINVAL)
            }
            return try StreamListener(on: endpoint)
        }
    }
}
