import ConformanceKit
import Core
import Devices
import Drivers
import LinuxIO
import TestSupport

final class PWMDimmerRig: DeviceRig {
    static let driver = PWMDimmer.name
    static let unnoticed: Set<Condition> = [.garbage]

    let tree: TemporaryDirectory
    private let device: FileDevice
    private let actuation = Actuation()

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        try tree.makePWMChannel(period: 1_000_000, duty: 500_000)
        device = try FileDevice(
            tree, "sys/class/pwm/pwmchip0", file: "pwm0/duty_cycle", good: "500000\n",
            garbage: "half a num")
    }

    var settings: [String: JSONValue] { ["ramp": "0s"] }
    var isSafe: Bool {
        let enable = SysfsAttribute("\(tree.path)/sys/class/pwm/pwmchip0/pwm0/enable")
        return (try? enable.integer()) == 0
    }

    func become(_ condition: Condition) throws {
        try device.become(condition)
    }

    func turn(_ connections: PortConnections, at now: Instant) throws {
        let wanted = actuation.isFirst ? "600000" : "500000"
        if !isSafe, device.content?.hasPrefix(wanted) == true { actuation.isObeyed() }
        guard let level = Level(actuation.isFirst ? 0.6 : 0.5) else { return }
        connections.sink(PWMDimmer.level).send(level, until: now + .milliseconds(500))
    }

    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        actuation.observation(at: now)
    }

    func exchanges(_ connections: PortConnections) -> UInt64 { actuation.obeyed }
}
