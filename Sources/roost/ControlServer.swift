import Core
import Glibc
import LinuxIO
import Synchronization

/// The control socket: takes connections, cuts lines, writes answers.
final class ControlServer: Sendable {
    /// More clients than anyone has; a flood of them must not eat the service's descriptors.
    private static let maxClients = 16

    private let path: String
    private let listener: StreamListener
    private let service: ControlService
    private let log: Log
    /// In the order in which they came.
    private let clients = Mutex<[ControlClientHandle]>([])
    private let source = Mutex<ReadSource?>(nil)

    init(path: String, service: ControlService, log: Log) throws(IOError) {
        self.path = path
        self.service = service
        self.log = log
        listener = try StreamListener(path: path, mode: 0o660)
        let source = listener.acceptAll(
            name: "control", onError: { log.error("no connection to the control socket: \($0)") },
            admit: { [weak self] in self?.admit($0) })
        self.source.withLock { $0 = source }
    }

    /// Stops listening and removes the socket's file.
    func close() {
        source.withLock { $0?.cancel() }
        clients.withLock { $0.removeAll() }
        unlink(path)
    }

    private func admit(_ socket: StreamSocket) {
        let client = ControlClientHandle(socket, service: service) { [weak self] ended in
            self?.clients.withLock { $0.removeAll { $0 === ended } }
        }
        admit(client)
        client.start()
    }

    /// Takes a client in; where there are too many, the one that came first has to go, so that
    /// forgotten connections cannot keep others out.
    private func admit(_ client: ControlClientHandle) {
        let oldest = clients.withLock { clients in
            clients.append(client)
            return clients.count > Self.maxClients ? clients.removeFirst() : nil
        }
        guard let oldest else { return }
        log.warning("more than \(Self.maxClients) clients on the control socket: the oldest goes")
        oldest.end()
    }
}

/// One connection to the control socket.
private final class ControlClientHandle: Sendable {
    private let socket: StreamSocket
    private let service: ControlService
    private let onEnd: @Sendable (ControlClientHandle) -> Void
    private let lines = Mutex(LineBuffer(limit: ControlRequest.maxLineBytes))
    private let source = Mutex<ReadSource?>(nil)

    init(
        _ socket: StreamSocket, service: ControlService,
        onEnd: @escaping @Sendable (ControlClientHandle) -> Void
    ) {
        self.socket = socket
        self.service = service
        self.onEnd = onEnd
    }

    func start() {
        let source = ReadSource(
            socket.descriptor, name: "control.client", for: .service
        ) { [weak self] in self?.readAll() }
        self.source.withLock { $0 = source }
    }

    private func readAll() {
        do throws(IOError) {
            while let bytes = try socket.read(atMost: 4096) {
                guard !bytes.isEmpty else { return end() }
                for event in lines.withLock({ $0.append(bytes) }) { handle(event) }
            }
        } catch {
            end()
        }
    }

    private func handle(_ event: LineBuffer.Event) {
        switch event {
        case .line(let line): service.handle(line) { [self] in send($0) }
        case .tooLong: service.handleTooLong { [self] in send($0) }
        }
    }

    /// Writes an answer; a client too slow to take it whole is dropped.
    private func send(_ answer: JSONValue) {
        let bytes = Array("\(answer.line)\n".utf8)
        let written = try? socket.write(bytes[...])
        if written != bytes.count { end() }
    }

    /// Hangs up.
    func end() {
        source.withLock { $0?.cancel() }
        onEnd(self)
    }
}
