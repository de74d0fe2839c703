import Core
import Glibc
import LinuxIO
import Synchronization

extension ARDrone {
    /// A local socket at which every reader gets the video as a raw H.264 stream, from the next
    /// IDR picture on. What readers send is not looked at.
    final class PictureServer: PictureOutlet {
        private struct Reader {
            let number: Int
            let socket: StreamSocket
            var queue = PictureQueue()
            private(set) var hasGone = false
            /// So that it is said once.
            var wasBehind = false

            init(number: Int, socket: StreamSocket) {
                self.number = number
                self.socket = socket
            }

            /// Writes what the kernel takes now.
            mutating func write() {
                do throws(IOError) {
                    while let front = queue.front {
                        let count = try socket.write(front)
                        queue.consume(count)
                        if count < front.count { return }
                    }
                } catch {
                    hasGone = true
                }
            }

            mutating func dismiss() { hasGone = true }

            /// Looks whether the other end is closed, as far as can be seen without writing.
            mutating func look() {
                let hasHungUp = (try? socket.wait(for: 0, milliseconds: 0)) ?? true
                hasGone = hasGone || hasHungUp
            }
        }

        private struct State {
            var readers: [Reader] = []
            var accepting: ReadSource?
            var count = 0
            /// Of readers that have gone.
            var passed = 0
            var dropped = 0
        }

        private let name: String
        /// Removed at the end; `nil` when it is not a file.
        private let path: String?
        private let listener: StreamListener
        private let maxReaders: Int
        private let log: Log
        private let state = Mutex(State())

        /// Begins to listen on a path, or on TCP at this machine's own address.
        ///
        /// - Throws: `EADDRINUSE` when somebody else listens there.
        init(_ place: VideoSocket, maxReaders: Int, log: Log) throws(IOError) {
            listener = try place.listen()
            switch place {
            case .path(let path): self.path = path
            case .port: path = nil
            }
            name = path ?? listener.local?.description ?? "?"
            self.maxReaders = maxReaders
            self.log = log
            // Who comes at once waits for the lock.
            state.withLock { state in
                state.accepting = listener.acceptAll(
                    name: "video", onError: { log.error("video: no reader can be let in: \($0)") },
                    admit: { [weak self] socket in
                        self?.state.withLock { self?.admit(socket, &$0) }
                    })
            }
        }

        deinit {
            close()
        }

        var wantsPictures: Bool {
            state.withLock { !$0.readers.isEmpty }
        }

        var report: PictureOutletReport {
            state.withLock { state in
                var report = PictureOutletReport(name: name, readers: state.readers.count)
                report.passed = state.readers.reduce(state.passed) { $0 + $1.queue.passed }
                report.dropped = state.readers.reduce(state.dropped) { $0 + $1.queue.dropped }
                return report
            }
        }

        func offer(_ picture: VideoPicture) {
            state.withLock { state in
                for index in state.readers.indices { state.readers[index].queue.offer(picture) }
                write(&state)
            }
        }

        func flush() {
            state.withLock { state in
                for index in state.readers.indices { state.readers[index].look() }
                write(&state)
            }
        }

        func close() {
            let accepting = state.withLock { state in
                for index in state.readers.indices { state.readers[index].dismiss() }
                sweep(&state)
                defer { state.accepting = nil }
                return state.accepting
            }
            guard let accepting else { return }
            accepting.cancel()
            if let path { unlink(path) }
        }

        private func admit(_ socket: StreamSocket, _ state: inout State) {
            guard state.accepting != nil else { return }
            for index in state.readers.indices { state.readers[index].look() }
            sweep(&state)
            guard state.readers.count < maxReaders else {
                log.warning("video: a reader was turned away at \(name): there are \(maxReaders)")
                return
            }
            state.count += 1
            state.readers.append(Reader(number: state.count, socket: socket))
            log.info("video: reader \(state.count) has come to \(name)")
        }

        private func write(_ state: inout State) {
            for index in state.readers.indices {
                state.readers[index].write()
                tellIfBehind(&state.readers[index])
            }
            sweep(&state)
        }

        /// Forgets the readers that have gone.
        private func sweep(_ state: inout State) {
            for reader in state.readers where reader.hasGone {
                state.passed += reader.queue.passed
                state.dropped += reader.queue.dropped
                log.info(
                    "video: reader \(reader.number) has left \(name) after "
                        + "\(reader.queue.passed) pictures, \(reader.queue.dropped) lost")
            }
            state.readers.removeAll { $0.hasGone }
        }

        private func tellIfBehind(_ reader: inout Reader) {
            let isBehind = reader.queue.isBehind
            if isBehind, !reader.wasBehind {
                log.notice("video: reader \(reader.number) is too slow and loses pictures")
            }
            reader.wasBehind = isBehind
        }
    }

    /// Where readers connect to.
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
}
