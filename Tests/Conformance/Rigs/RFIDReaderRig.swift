import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

/// A WL-134 with the chip of its manual in its field. Garbage is that frame without its checksum.
final class RFIDReaderRig: DeviceRig {
    static let driver = RFIDReader.name

    private static let digits = Array("171A9253A34830010000000000".utf8)

    let tree: TemporaryDirectory
    private let device: SerialDevice

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        device = try SerialDevice(tree, garbage: [0x02] + Self.digits + [0x06, 0xF9, 0x03])
    }

    var settings: [String: JSONValue] { ["device": "receiver", "gone_after": "500ms"] }

    func become(_ condition: Condition) throws {
        try device.become(condition)
    }

    func advanceWorld(_ connections: PortConnections, at now: Instant) throws {
        device.advance { [0x02] + Self.digits + [0x07, 0xF8, 0x03] }
    }

    /// A reader without a tag is well, and says nothing: so is one that is stuck.
    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        let sample = connections.sample(RFIDReader.tag, at: now)
        guard sample.good?.tag != nil else { return .idle }
        return sample.observation { $0.tag == TagID("900250000023921") }
    }

    func exchanges(_ connections: PortConnections) -> UInt64 {
        connections.source(RFIDReader.tag).count
    }
}
