import Core
import Glibc
import LinuxIO
import Synchronization
import Threads

/// The control socket: takes connections, cuts lines, writes answers.
///
/// One thread waits for all of it in `poll`. As sources of Dispatch each client was a queue and four
/// blocks, made on one thread and freed on another; of those Dispatch keeps up to 1024 for each of
/// its threads, so that the process grew by some bytes with every question.
final class ControlServer: Sendable {
    /// More clients than anyone has; a flood of them must not eat the service's descriptors.
    private static let maxClients = 16

    private let path: String
    private let listener: StreamListener
    private let service: ControlService
    private let log: Log
    /// What is written to `closing` is readable at `end`, and ends the thread.
    private let closing: FileDescriptor
    private let end: FileDescriptor

    init(path: String, service: ControlService, log: Log) throws(IOError) {
        self.path = path
        self.service = service
        self.log = log
        listener = try StreamListener(path: path, mode: 0o660)
        (closing, end) = try FileDescriptor.pair()
        WorkerThread.start("control", for: .service) { self.serve() }
    }

    /// Stops listening and removes the socket's file.
    func close() {
        // Fails only when nothing more fits, and then the thread has been told often enough.
        try? closing.write([0])
        unlink(path)
    }

    /// Serves until it is closed.
    private func serve() {
        /// In the order in which they came.
        var clients: [ControlSocketClient] = []
        var rests = false
        while let ready = wait(for: clients, rests: rests) {
            for index in ready { clients[index].readAll() }
            clients.removeAll { $0.hasEnded }
            let refusal = listener.acceptWaiting { admit($0, to: &clients) }
            if let refusal, !rests {
                log.error("no connection to the control socket: \(refusal)")
            }
            rests = refusal != nil
        }
    }

    /// Waits for something to do; who `rests` does not look at new connections for a moment.
    ///
    /// - Returns: which clients can be read; `nil` at the end.
    private func wait(for clients: [ControlSocketClient], rests: Bool) -> [Int]? {
        let numbers =
            [end.number, rests ? -1 : listener.descriptor.number] + clients.map(\.number)
        var polled = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let limit = rests ? Int32(StreamListener.backOff / .milliseconds(1)) : -1
        do throws(IOError) {
            try systemCall("poll") { poll(&polled, nfds_t(polled.count), limit) }
        } catch {
            log.error("the control socket is closed: \(error)")
            return nil
        }
        guard polled[0].revents == 0 else { return nil }
        return clients.indices.filter { polled[$0 + 2].revents != 0 }
    }

    /// Takes a client in; where there are too many, the one that came first has to go, so that
    /// forgotten connections cannot keep others out.
    private func admit(_ socket: StreamSocket, to clients: inout [ControlSocketClient]) {
        clients.append(ControlSocketClient(socket, service: service))
        guard clients.count > Self.maxClients else { return }
        log.warning("more than \(Self.maxClients) clients on the control socket: the oldest goes")
        clients.removeFirst().end()
    }
}

/// One connection to the control socket.
private final class ControlSocketClient: Sendable {
    private let socket: StreamSocket
    private let service: ControlService
    private let lines = Mutex(LineBuffer(limit: ControlRequest.maxLineBytes))
    private let isOver = Atomic(false)

    init(_ socket: StreamSocket, service: ControlService) {
        self.socket = socket
        self.service = service
    }

    var number: Int32 { socket.descriptor.number }
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    func readAll() {
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

    /// Hangs up, from any thread. That wakes the one that waits for the client, which forgets it.
    func end() {
        isOver.store(true, ordering: .releasing)
        socket.hangUp()
    }
}
