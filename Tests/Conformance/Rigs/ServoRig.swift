import ConformanceKit
import Core
import Devices
import Drivers
import LinuxIO
import TestSupport

final class ServoRig: DeviceRig {
    static let driver = Servo.name
    static let unnoticed: Set<Condition> = [.garbage]

    let tree: TemporaryDirectory
    private let device: FileDevice
    private let actuation = Actuation()

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        try tree.makePWMChannel(period: 20_000_000, duty: 1_500_000)
        device = try FileDevice(
            tree, "sys/class/pwm/pwmchip0", file: "pwm0/duty_cycle", good: "1500000\n",
            garbage: "half a num")
    }

    var settings: [String: JSONValue] { ["speed": "2000deg/s", "release_after": "never"] }
    var isSafe: Bool {
        let enable = SysfsAttribute("\(tree.path)/sys/class/pwm/pwmchip0/pwm0/enable")
        return (try? enable.integer()) == 0
    }

    func become(_ condition: Condition) throws {
        try device.become(condition)
    }

    /// 90 and 108 degrees are 1.5 and 1.6 ms.
    func turn(_ connections: PortConnections, at now: Instant) throws {
        let wanted = actuation.isFirst ? "1600000" : "1500000"
        if !isSafe, device.content?.hasPrefix(wanted) == true { actuation.isObeyed() }
        let target = Angle.degrees(actuation.isFirst ? 108 : 90)
        connections.sink(Servo.angle).send(.move(to: target), until: now + .milliseconds(500))
    }

    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        actuation.observation(at: now)
    }

    func exchanges(_ connections: PortConnections) -> UInt64 { actuation.obeyed }
}
