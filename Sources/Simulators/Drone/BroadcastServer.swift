import LinuxIO
import Synchronization

/// A TCP port that sends the same to everybody who connects, and cares for nothing they say.
///
/// A reader that does not keep up is dropped, for a drone has no memory to wait with.
final class BroadcastServer: Sendable {
    private struct Client {
        let socket: StreamSocket
        var backlog: [UInt8] = []
        var reader: ReadSource?
    }

    private struct State {
        var clients: [Int: Client] = [:]
        var nextID = 0
        var accepting: ReadSource?
    }

    private static let maxClients = 8

    let endpoint: IPv4Endpoint
    private let name: String
    private let listener: StreamListener
    private let backlogLimit: Int
    private let state = Mutex(State())

    /// Begins to listen. A reader may be `backlogLimit` bytes behind beyond what the kernel holds.
    init(on endpoint: IPv4Endpoint, name: String, backlogLimit: Int) throws(IOError) {
        let listener = try StreamListener(on: endpoint)
        self.listener = listener
        self.endpoint = listener.local ?? endpoint
        self.name = name
        self.backlogLimit = backlogLimit
        // Who comes at once waits for the lock.
        state.withLock { state in
            state.accepting = listener.acceptAll(name: name) { [weak self] socket in
                self?.state.withLock { self?.admit(socket, &$0) }
            }
        }
    }

    deinit {
        stop()
    }

    var clientCount: Int {
        state.withLock { $0.clients.count }
    }

    func stop() {
        let old = state.withLock { state in
            defer { state = State() }
            return state
        }
        // Its address is free for the next one when this returns.
        old.accepting?.cancelAndWait()
        old.clients.values.forEach { $0.reader?.cancel() }
    }

    /// Sends to all, those included who have only just connected.
    func broadcast(_ bytes: [UInt8]) {
        let dropped = state.withLock { state -> [Client] in
            if state.accepting != nil { _ = listener.acceptWaiting { admit($0, &state) } }
            let slow = state.clients.keys.filter { !send(bytes, to: $0, &state) }
            return slow.compactMap { state.clients.removeValue(forKey: $0) }
        }
        dropped.forEach { $0.reader?.cancel() }
    }

    private func admit(_ socket: StreamSocket, _ state: inout State) {
        guard state.accepting != nil, state.clients.count < Self.maxClients else { return }
        state.nextID += 1
        let id = state.nextID
        let reader = ReadSource(
            socket.descriptor, name: "\(name)-client", for: .service
        ) { [weak self] in self?.read(from: id) }
        state.clients[id] = Client(socket: socket, reader: reader)
    }

    /// What a client says does not matter, but that it leaves does.
    private func read(from id: Int) {
        guard let socket = state.withLock({ $0.clients[id]?.socket }) else { return }
        do throws(IOError) {
            while let bytes = try socket.read(atMost: 4096) {
                if bytes.isEmpty { return drop(id) }
            }
        } catch {
            drop(id)
        }
    }

    private func drop(_ id: Int) {
        let client = state.withLock { $0.clients.removeValue(forKey: id) }
        client?.reader?.cancel()
    }

    /// - Returns: whether the client keeps up.
    private func send(_ bytes: [UInt8], to id: Int, _ state: inout State) -> Bool {
        guard var client = state.clients[id] else { return false }
        client.backlog += bytes
        guard let count = try? client.socket.write(client.backlog[...]) else { return false }
        client.backlog.removeFirst(count)
        state.clients[id] = client
        return client.backlog.count <= backlogLimit
    }
}
