import Core
import DriverKit
import Glibc
import LinuxIO
import Synchronization

extension ARDrone {
    /// A TCP connection to the drone that comes and goes: opened without waiting, closed by letting go
    /// of it.
    ///
    /// Its driver keeps it in its state and reads it under that lock, while it is the current one.
    /// So what an old connection still has to say is never taken for words of its successor.
    final class StreamConnection: Sendable {
        private let socket: StreamSocket
        private let reader: any Cancellable
        private let isOpen = Atomic(false)

        /// Begins to connect. `onReadable` is called when there is something to read, an end to see,
        /// or a connection that did not come about; also before this returns.
        init<State>(
            to peer: IPv4Endpoint, name: String, of shell: DriverShell<State>,
            onReadable: @escaping @Sendable (DriverShell<State>) -> Void
        ) throws(IOError) {
            socket = try StreamSocket(connectingTo: peer)
            reader = shell.watch(socket.descriptor, name: name, onReadable)
        }

        deinit {
            reader.cancel()
        }

        /// Whether it has come to stand since this was asked last.
        ///
        /// - Throws: why it has not.
        func hasOpened() throws(IOError) -> Bool {
            guard !isOpen.load(ordering: .relaxed),
                try socket.wait(for: POLLOUT, milliseconds: 0)
            else { return false }
            if let error = try socket.connectionError() { throw error }
            isOpen.store(true, ordering: .relaxed)
            return true
        }

        /// - Returns: `nil` when nothing is there now; empty when the drone has closed it.
        func read(atMost capacity: Int) throws(IOError) -> [UInt8]? {
            try socket.read(atMost: capacity)
        }
    }
}
