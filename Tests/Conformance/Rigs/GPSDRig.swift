import ConformanceKit
import Core
import DriverKit
import Drivers
import JSON
import LinuxIO
import Synchronization
import TestSupport
import Values

final class GPSDRig: DeviceRig {
    static let driver = GPSD.name

    private struct Client {
        let socket: StreamSocket
        var isGreeted = false
    }

    private struct State {
        var condition = Condition.well
        var listener: StreamListener?
        var clients: [Client] = []
        var pending: [UInt8] = []
        var epoch = 0
    }

    let tree: TemporaryDirectory
    private let endpoint: IPv4Endpoint
    private let state = Mutex(State())

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        guard let anyPort = IPv4Endpoint("127.0.0.1", port: 0),
            let local = try StreamListener(on: anyPort).local
        else { throw TestSupportError("no port") }
        endpoint = local
        try become(.well)
    }

    var settings: [String: JSONValue] { ["port": .number(Double(endpoint.port))] }

    func become(_ condition: Condition) throws {
        try state.withLock { state in
            state.condition = condition
            state.pending = []
            if condition == .absent {
                state.listener = nil
                state.clients = []
            } else if state.listener == nil {
                state.listener = try StreamListener(on: endpoint)
            }
        }
    }

    func advanceWorld(_ connections: PortConnections, at now: Instant) throws {
        state.withLock { state in
            guard state.condition != .stuck else { return }
            while let socket = try? state.listener?.accept() {
                state.clients.append(Client(socket: socket))
            }
            for index in state.clients.indices { Self.greet(&state.clients[index], state) }
            let bytes = Self.next(&state)
            // Whoever has left, or does not read, is forgotten.
            state.clients.removeAll { client in
                _ = try? client.socket.read(atMost: 4096)
                return (try? client.socket.write(bytes[...])) != bytes.count
            }
        }
    }

    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        connections.sample(GPSD.position, at: now)
            .observation { $0.position == Position(latitude: 47.5, longitude: 8.5) }
    }

    func exchanges(_ connections: PortConnections) -> UInt64 {
        connections.source(GPSD.position).count
    }

    private static func greet(_ client: inout Client, _ state: State) {
        guard !client.isGreeted, state.condition != .garbage else { return }
        client.isGreeted = true
        let banner = #"{"class":"VERSION","release":"3.22","proto_major":3}"# + "\r\n"
        _ = try? client.socket.write(Array(banner.utf8)[...])
    }

    /// What gpsd says in this step.
    private static func next(_ state: inout State) -> ArraySlice<UInt8> {
        if state.condition == .garbage {
            let report = #"{"class":"TPV","mode":3,"lat":"north","lon":1e999}"#
            return Array(report.utf8)[...] + [0x0A, 0xFF]
        }
        if state.pending.isEmpty {
            let report = #"{"class":"TPV","mode":3,"lat":47.5,"lon":8.5,"time":""#
            for _ in 0..<20 {
                state.epoch += 1
                state.pending += "\(report)\(state.epoch)\"}\r\n".utf8
            }
        }
        let count = state.condition == .slow ? min(9, state.pending.count) : state.pending.count
        defer { state.pending.removeFirst(count) }
        return state.pending[..<count]
    }
}
