import Core
import Dispatch
import Glibc
import LinuxIO
import Synchronization

/// How a simulated bus behaves.
package enum BusBehaviour: Equatable, Sendable {
    /// Chips answer.
    case well
    /// No chip is connected: on I2C nobody acknowledges, on SPI the line stays at 1.
    case unplugged
    /// Chips answer, each transfer after so long.
    case slow(Duration)
    /// No transfer returns, as while a chip holds the clock low.
    case stuck
}

/// A bus behind a socket that stands where its device file would be: the other end of LinuxIO's
/// `SimulatedBus`. One thread serves all who are connected.
final class BusServer: Sendable {
    /// One transfer: to whom, what is written, and how much is read.
    struct Request: Sendable {
        let address: UInt8
        let written: [UInt8]
        let count: Int
    }

    /// Gives the bytes that are read, or the kernel's error number.
    typealias Answer = @Sendable (Request, BusBehaviour) -> Result<[UInt8], IOError>

    private let path: String
    private let clients: BusClients
    private let ends: (asking: FileDescriptor, ending: FileDescriptor)

    init(at path: String, _ answer: @escaping Answer) throws {
        self.path = path
        ends = try FileDescriptor.pair()
        let clients = BusClients(answer)
        self.clients = clients
        unlink(path)
        let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        let listener = FileDescriptor(
            adopting: try systemCall("socket") { socket(AF_UNIX, type, 0) })
        try systemCall("bind", path) { withUnixAddress(path) { bind(listener.number, $0, $1) } }
        try systemCall("listen", path) { listen(listener.number, 16) }
        DispatchQueue(label: "bus").async { [ends] in
            clients.serve(listener, until: ends.ending)
        }
    }

    deinit {
        unlink(path)
        clients.become(.well)
        try? ends.asking.write([0])
    }

    /// From now on it behaves like this. Whoever waits is answered, if there is an answer now.
    func become(_ behaviour: BusBehaviour) { clients.become(behaviour) }
}

/// Who is connected to a bus, and who waits for an answer.
private final class BusClients: Sendable {
    private struct State {
        var behaviour = BusBehaviour.well
        var waiting: [(client: FileDescriptor, request: BusServer.Request)] = []
    }

    private let answer: BusServer.Answer
    private let state = Mutex(State())

    init(_ answer: @escaping BusServer.Answer) {
        self.answer = answer
    }

    func become(_ behaviour: BusBehaviour) {
        let waiting = state.withLock { state in
            state.behaviour = behaviour
            defer { if behaviour != .stuck { state.waiting = [] } }
            return behaviour == .stuck ? [] : state.waiting
        }
        for (client, request) in waiting { send(to: client, request, behaviour) }
    }

    func serve(_ listener: FileDescriptor, until ending: FileDescriptor) {
        var clients: [FileDescriptor] = []
        while true {
            var polled = ([ending, listener] + clients).map {
                pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
            }
            guard (try? systemCall("poll") { poll(&polled, nfds_t(polled.count), -1) }) != nil,
                polled[0].revents == 0
            else { return }
            let ready = zip(clients, polled.dropFirst(2)).filter { $1.revents != 0 }.map(\.0)
            for client in ready where !serve(client) { clients.removeAll { $0 === client } }
            guard polled[1].revents != 0 else { continue }
            let number = accept(listener.number, nil, nil)
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            if number >= 0 { clients.append(FileDescriptor(adopting: number)) }
        }
    }

    /// - Returns: whether the client is still there.
    private func serve(_ client: FileDescriptor) -> Bool {
        guard let bytes = try? client.read(atMost: 512), bytes.count >= 3 else {
            state.withLock { $0.waiting.removeAll { $0.client === client } }
            return false
        }
        let request = BusServer.Request(
            address: bytes[0], written: Array(bytes.dropFirst(3)),
            count: Int(bytes[1]) << 8 | Int(bytes[2]))
        let behaviour = state.withLock { state in
            if state.behaviour == .stuck { state.waiting.append((client, request)) }
            return state.behaviour
        }
        if behaviour != .stuck { send(to: client, request, behaviour) }
        return true
    }

    private func send(
        to client: FileDescriptor, _ request: BusServer.Request, _ behaviour: BusBehaviour
    ) {
        if case .slow(let time) = behaviour { DispatchScheduler().sleep(for: time) }
        var packet: [UInt8] = [0]
        switch answer(request, behaviour) {
        case .success(let bytes): packet += bytes
        case .failure(let error): packet = [UInt8(clamping: error.code)]
        }
        _ = Glibc.send(client.number, packet, packet.count, Int32(MSG_NOSIGNAL))
    }
}
