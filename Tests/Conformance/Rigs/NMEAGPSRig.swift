import ConformanceKit
import Core
import Devices
import Drivers
import Glibc
import Synchronization
import TestSupport

final class NMEAGPSRig: DeviceRig {
    static let driver = NMEAGPS.name

    private struct State {
        var condition = Condition.well
        var terminal: PseudoTerminal?
        /// What a slow receiver has still to say.
        var pending: [UInt8] = []
        var second = 0
    }

    let tree: TemporaryDirectory
    private let state = Mutex(State())

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        try tree.write("dev/null", "")
        try become(.well)
    }

    var settings: [String: JSONValue] { ["device": "receiver", "baud": 4800] }

    func become(_ condition: Condition) throws {
        try state.withLock { state in
            state.condition = condition
            state.pending = []
            if condition == .absent {
                unlink("\(tree.path)/dev/receiver")
                state.terminal = nil
            } else if state.terminal == nil {
                let terminal = try PseudoTerminal()
                try tree.link("dev/receiver", to: terminal.path)
                state.terminal = terminal
            }
        }
    }

    func turn(_ connections: PortConnections, at now: Instant) throws {
        state.withLock { state in
            switch state.condition {
            case .well:
                let cycles = (0..<20).flatMap { _ in Self.sentence(&state.second) }
                state.terminal?.send(cycles)
            case .garbage: state.terminal?.send([0xF8, 0x0A, 0x24, 0x80, 0x2A, 0x00])
            case .slow:
                if state.pending.isEmpty { state.pending = Self.sentence(&state.second) }
                state.terminal?.send(Array(state.pending.prefix(7)))
                state.pending.removeFirst(min(7, state.pending.count))
            case .absent, .stuck: break
            }
        }
    }

    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        connections.sample(NMEAGPS.position, at: now).observation {
            abs($0.position.latitude - 47.5) < 1e-9 && abs($0.position.longitude - 8.5) < 1e-9
        }
    }

    func exchanges(_ connections: PortConnections) -> UInt64 {
        connections.source(NMEAGPS.position).count
    }

    private static func sentence(_ second: inout Int) -> [UInt8] {
        second = (second + 1) % 86400
        let time = [second / 3600, second / 60 % 60, second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        let body = "GPRMC,\(time),A,4730.000,N,00830.000,E,0.0,0.0,010126,,,A"
        let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
        return Array("$\(body)*\(sum.count == 1 ? "0" : "")\(sum)\r\n".utf8)
    }
}
