import LinuxIO
import Synchronization
import Threads

/// A TCP port to which clients connect, each with a session of its own.
///
/// A client that does not keep up is dropped: neither a drone nor gpsd has memory to wait with.
final class ClientServer<Session: Sendable>: Sendable {
    private struct Client: Sendable {
        let socket: StreamSocket
        var session: Session
        var backlog: [UInt8] = []
        var reader: ReadSource?
    }

    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    private final class State {
        var clients: [Int: Client] = [:]
        var nextID = 0
        var accepting: ReadSource?
    }

    let endpoint: IPv4Endpoint
    private let name: String
    private let listener: StreamListener
    private let maxClients: Int
    private let backlogLimit: Int
    private let greet: @Sendable () -> (Session, [UInt8])
    private let answer: @Sendable (inout Session, [UInt8]) -> [UInt8]
    private let state = Mutex(State())

    /// Begins to listen. A client may be `backlogLimit` bytes behind beyond what the kernel holds;
    /// more than `maxClients` are turned away. `greet` says what a new client is told, `answer` what
    /// it is told on what it says.
    init(
        on endpoint: IPv4Endpoint, name: String, maxClients: Int = 8, backlogLimit: Int,
        greet: @escaping @Sendable () -> (Session, [UInt8]),
        answer: @escaping @Sendable (inout Session, [UInt8]) -> [UInt8]
    ) throws(IOError) {
        let listener = try StreamListener(on: endpoint)
        self.listener = listener
        self.endpoint = listener.local ?? endpoint
        self.name = name
        self.maxClients = maxClients
        self.backlogLimit = backlogLimit
        self.greet = greet
        self.answer = answer
        // Who comes at once waits for the lock.
        state.withLock { state in
            state.accepting = listener.acceptAll(name: name) { [weak self] socket in
                self?.state.withLock { self?.admit(socket, $0) }
            }
        }
    }

    deinit {
        stop()
    }

    var clientCount: Int {
        state.withLock { $0.clients.count }
    }

    /// Of everybody who is connected.
    var sessions: [Session] {
        state.withLock { $0.clients.values.map(\.session) }
    }

    func stop() {
        let (accepting, clients) = state.withLock { state in
            defer { (state.accepting, state.clients) = (nil, [:]) }
            return (state.accepting, state.clients)
        }
        // Its address is free for the next one when this returns.
        accepting?.cancelAndWait()
        for client in clients.values { client.reader?.cancel() }
    }

    /// Sends to all who want it, those included who have only just connected.
    func broadcast(_ bytes: [UInt8], to wants: (Session) -> Bool = { _ in true }) {
        let dropped = state.withLock { state -> [Client] in
            if state.accepting != nil { _ = listener.acceptWaiting { admit($0, state) } }
            let meant = state.clients.filter { wants($0.value.session) }.keys
            let slow = meant.filter { !send(bytes, to: $0, state) }
            return slow.compactMap { state.clients.removeValue(forKey: $0) }
        }
        for client in dropped { client.reader?.cancel() }
    }

    private func admit(_ socket: StreamSocket, _ state: State) {
        guard state.accepting != nil, state.clients.count < maxClients else { return }
        state.nextID += 1
        let id = state.nextID
        let (session, greeting) = greet()
        state.clients[id] = Client(socket: socket, session: session)
        guard send(greeting, to: id, state) else { return state.clients[id] = nil }
        state.clients[id]?.reader = ReadSource(
            socket.descriptor, name: "\(name)-client", for: .service
        ) { [weak self] in self?.read(from: id) }
    }

    private func read(from id: Int) {
        guard let socket = state.withLock({ $0.clients[id]?.socket }) else { return }
        do throws(IOError) {
            while let bytes = try socket.read(atMost: 4096) {
                guard !bytes.isEmpty, isHeard(bytes, from: id) else { return drop(id) }
            }
        } catch {
            drop(id)
        }
    }

    /// Answers what a client says, under the lock, so that an answer and a broadcast never mix.
    ///
    /// - Returns: whether the client keeps up.
    private func isHeard(_ bytes: [UInt8], from id: Int) -> Bool {
        state.withLock { state in
            guard var session = state.clients[id]?.session else { return false }
            let answer = answer(&session, bytes)
            state.clients[id]?.session = session
            return send(answer, to: id, state)
        }
    }

    private func drop(_ id: Int) {
        let client = state.withLock { $0.clients.removeValue(forKey: id) }
        client?.reader?.cancel()
    }

    /// - Returns: whether the client keeps up.
    private func send(_ bytes: [UInt8], to id: Int, _ state: State) -> Bool {
        guard var client = state.clients[id] else { return false }
        client.backlog += bytes
        guard let count = try? client.socket.write(client.backlog[...]) else { return false }
        client.backlog.removeFirst(count)
        state.clients[id] = client
        return client.backlog.count <= backlogLimit
    }
}

/// One that sends the same to everybody, and cares for nothing they say.
typealias BroadcastServer = ClientServer<Void>

extension BroadcastServer {
    convenience init(on endpoint: IPv4Endpoint, name: String, backlogLimit: Int) throws(IOError) {
        try self.init(
            on: endpoint, name: name, backlogLimit: backlogLimit, greet: { ((), []) },
            answer: { _, _ in [] })
    }
}
