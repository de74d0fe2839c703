import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

final class DS18B20Rig: DeviceRig {
    static let driver = DS18B20.name

    let tree: TemporaryDirectory
    private let device: FileDevice

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        // The example of the kernel's own documentation of w1_therm, 23.125 °C.
        let bytes = "72 01 4b 46 7f ff 0e 10 57"
        device = try FileDevice(
            tree, "sys/bus/w1/devices/28-000005e2fdc3", file: "w1_slave",
            good: "\(bytes) : crc=57 YES\n\(bytes) t=23125\n",
            garbage: "ff ff ff ff ff ff ff ff ff : crc=c9 NO\nff ff ff ff ff ff ff ff ff t=-62\n")
        try tree.write("sys/bus/w1/devices/28-000005e2fdc3/resolution", "12\n")
    }

    var settings: [String: JSONValue] { ["every": "1s"] }
    var period: Duration { .seconds(1) }

    func become(_ condition: Condition) throws {
        try device.become(condition)
    }

    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        connections.sample(DS18B20.temperature, at: now)
            .observation { $0 == Temperature(celsius: 23.125) }
    }

    func exchanges(_ connections: PortConnections) -> UInt64 {
        connections.source(DS18B20.temperature).count
    }
}
