import Core
import Devices
import Drivers
import TestSupport

final class PhotoresistorRig: DeviceRig {
    static let driver = Photoresistor.name

    let tree: TemporaryDirectory
    private let device: FileDevice

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        let directory = "sys/bus/iio/devices/iio:device0"
        device = try FileDevice(
            tree, directory, file: "in_voltage0_raw", good: "512\n", garbage: "99999999\n")
        try tree.write("\(directory)/name", "mcp3008\n")
    }

    var settings: [String: JSONValue] { ["every": "100ms", "device": "mcp3008", "mains": "none"] }
    var period: Duration { .milliseconds(100) }

    func become(_ condition: Condition) throws {
        try device.become(condition)
    }

    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        // 512 of 1023.
        connections.sample(Photoresistor.light, at: now).observation {
            abs($0.ratio - 0.5005) < 1e-3
        }
    }

    func exchanges(_ connections: PortConnections) -> UInt64 {
        connections.source(Photoresistor.light).count
    }
}
