import ConformanceKit
import Core
import DriverKit
import Drivers
import JSON
import Synchronization
import TestSupport
import Values

final class NMEAGPSRig: DeviceRig {
    static let driver = NMEAGPS.name

    let tree: TemporaryDirectory
    private let device: SerialDevice
    private let second = Mutex(0)

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        device = try SerialDevice(tree, garbage: [0xF8, 0x0A, 0x24, 0x80, 0x2A, 0x00])
    }

    var settings: [String: JSONValue] { ["device": "receiver", "baud": 4800] }

    func become(_ condition: Condition) throws {
        try device.become(condition)
    }

    func advanceWorld(_ connections: PortConnections, at now: Instant) throws {
        device.advance(messages: 20) { second.withLock { Self.sentence(&$0) } }
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
        return nmeaLine("GPRMC,\(time),A,4730.000,N,00830.000,E,0.0,0.0,010126,,,A")
    }
}
