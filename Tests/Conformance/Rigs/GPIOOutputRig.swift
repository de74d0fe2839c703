import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

final class GPIOOutputRig: ActuatorRig {
    static let driver = GPIOOutput.name
    static let impossible: [Condition: String] = [.garbage: "an output is only written"]

    let tree: TemporaryDirectory
    private let device: FileDevice
    let actuation = Actuation()

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        try tree.makeSysfsLine(22)
        device = try FileDevice(
            tree, "sys/class/gpio/gpio22", file: "value", good: "0\n", garbage: "x\n")
    }

    var settings: [String: JSONValue] { ["line": "sysfs:22"] }
    var isSafe: Bool { device.content?.hasPrefix("0") == true }

    func become(_ condition: Condition) throws {
        try device.become(condition)
    }

    func advanceWorld(_ connections: PortConnections, at now: Instant) throws {
        let wanted = actuation.isFirst
        if device.content?.hasPrefix(wanted ? "1" : "0") == true { actuation.isObeyed() }
        connections.sink(GPIOOutput.switch)
            .send(SwitchCommand(isActive: actuation.isFirst), until: now + .milliseconds(500))
    }
}
