import Core
import Glibc
import LinuxIO
import Synchronization

extension ARDrone {
    /// The connection to the drone's control port, which stands only while a dump is read.
    ///
    /// It has its own queue and socket, and connects without waiting: no command is ever late for it.
    final class ControlPortClient: Sendable {
        typealias Handler = @Sendable (ControlPortEvent) -> Void

        struct Connection {
            let socket: StreamSocket
            let reader: ReadSource
            var isConnected = false
        }

        /// Taken at a time, so that a drone that sends without end can be left between two of them.
        private static let chunk = 4096
        private static let chunksPerTurn = 8

        private let peer: IPv4Endpoint
        private let name: String
        let connection = Mutex<Connection?>(nil)

        init(_ peer: IPv4Endpoint, name: String) {
            self.peer = peer
            self.name = name
        }

        /// Opens or closes the connection as is wanted; called at each command tick.
        ///
        /// `handler` gets what comes, on the line's own queue.
        ///
        /// - Returns: what has come about with the connection itself since the last time.
        func follow(isWanted: Bool, _ handler: @escaping Handler) -> ControlPortEvent? {
            guard isWanted else {
                close()
                return nil
            }
            do throws(IOError) {
                guard connection.withLock({ $0 == nil }) else { return try connected() }
                try open(handler)
                return nil
            } catch {
                close()
                return .closed(Self.inWords(error))
            }
        }

        func close() {
            let old = connection.withLock { connection in
                defer { connection = nil }
                return connection
            }
            old?.reader.cancel()
        }

        private func open(_ handler: @escaping Handler) throws(IOError) {
            let socket = try StreamSocket(connectingTo: peer)
            let reader = ReadSource(socket.descriptor, name: name) { [weak self] in
                self?.read(socket, handler)
            }
            connection.withLock { $0 = Connection(socket: socket, reader: reader) }
        }

        /// Notices that the connection stands; how it failed shows when it is read.
        private func connected() throws(IOError) -> ControlPortEvent? {
            let socket = connection.withLock { connection in
                connection.flatMap { $0.isConnected ? nil : $0.socket }
            }
            guard let socket, try socket.wait(for: POLLOUT, milliseconds: 0),
                try socket.connectionError() == nil
            else { return nil }
            connection.withLock { $0?.isConnected = true }
            return .connected
        }

        func read(_ socket: StreamSocket, _ handler: Handler) {
            do throws(IOError) {
                for _ in 0..<Self.chunksPerTurn where isCurrent(socket) {
                    guard let bytes = try socket.read(atMost: Self.chunk) else { return }
                    guard !bytes.isEmpty else {
                        return end(socket, "closed the connection", handler)
                    }
                    handler(.bytes(bytes))
                }
            } catch {
                end(socket, Self.inWords(error), handler)
            }
        }

        /// Its reader may be in its last turn when a connection has been closed, and another opened.
        private func isCurrent(_ socket: StreamSocket) -> Bool {
            connection.withLock { $0?.socket === socket }
        }

        /// An ended stream stays readable for ever, so the connection goes at once.
        private func end(_ socket: StreamSocket, _ why: String, _ handler: Handler) {
            let old = connection.withLock { connection -> Connection? in
                guard let current = connection, current.socket === socket else { return nil }
                connection = nil
                return current
            }
            guard let old else { return }
            old.reader.cancel()
            handler(.closed(why))
        }

        private static func inWords(_ error: IOError) -> String {
            error.code == ECONNREFUSED
                ? "is not there" : "failed: \(String(cString: strerror(error.code)))"
        }
    }
}
