import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

final class GPIOInputRig: DeviceRig {
    static let driver = GPIOInput.name

    let tree: TemporaryDirectory
    private let device: FileDevice

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        try tree.makeSysfsLine(17)
        device = try FileDevice(
            tree, "sys/class/gpio/gpio17", file: "value", good: "1\n", garbage: "x\n")
    }

    var settings: [String: JSONValue] { ["line": "sysfs:17"] }

    func become(_ condition: Condition) throws {
        try device.become(condition)
    }

    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        connections.sample(GPIOInput.contact, at: now).observation(\.isActive)
    }

    func exchanges(_ connections: PortConnections) -> UInt64 {
        connections.source(GPIOInput.contact).count
    }
}
