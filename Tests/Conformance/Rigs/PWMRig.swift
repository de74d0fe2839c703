import ConformanceKit
import Core
import LinuxIO
import TestSupport
import Values

/// The rig of a driver of a PWM channel.
protocol PWMRig: ActuatorRig {
    var channel: PWMRigChannel { get }
    /// Sends one of two commands.
    func send(first: Bool, _ connections: PortConnections, until end: Instant)
}

extension PWMRig {
    static var unnoticed: Set<Condition> { [.garbage] }

    var tree: TemporaryDirectory { channel.tree }
    var actuation: Actuation { channel.actuation }
    var isSafe: Bool { !channel.isEnabled }

    func become(_ condition: Condition) throws {
        try channel.device.become(condition)
    }

    func advanceWorld(_ connections: PortConnections, at now: Instant) throws {
        if channel.isObeyed { actuation.isObeyed() }
        send(first: actuation.isFirst, connections, until: now + .milliseconds(500))
    }
}

/// The files of a channel, and the two pulses that it is asked for.
final class PWMRigChannel: Sendable {
    let tree: TemporaryDirectory
    let device: FileDevice
    let actuation = Actuation()
    private let first: Int64
    private let second: Int64

    init(period: Int64, first: Int64, second: Int64) throws {
        (self.first, self.second) = (first, second)
        tree = try TemporaryDirectory.inMemory()
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        try tree.makePWMChannel(period: period, duty: second)
        device = try FileDevice(
            tree, "sys/class/pwm/pwmchip0", file: "pwm0/duty_cycle", good: "\(second)\n",
            garbage: "half a num")
    }

    var isEnabled: Bool {
        let enable = SysfsAttribute("\(tree.path)/sys/class/pwm/pwmchip0/pwm0/enable")
        return (try? enable.integer()) != 0
    }

    var isObeyed: Bool {
        let wanted = actuation.isFirst ? first : second
        return isEnabled && device.content?.hasPrefix("\(wanted)") == true
    }
}
