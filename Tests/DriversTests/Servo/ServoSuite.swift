import Core
import TestSupport
import Values

@testable import Drivers

/// What tests of the driver on the files of a chip have in common.
protocol ServoSuite {
    var tree: TemporaryDirectory { get }
    var bench: DriverBench<Servo> { get }
}

extension ServoSuite {
    var sample: Sample<ServoState> { bench.sample(Servo.state) }

    /// A bench below the tree, on which the Pi's own chip is made.
    static func makeBench(_ tree: TemporaryDirectory) throws -> DriverBench<Servo> {
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        return DriverBench(root: tree.path)
    }

    func file(_ name: String) -> String? {
        tree.read("sys/class/pwm/pwmchip0/pwm0/\(name)")
    }

    func send(_ command: ServoCommand, lease: Duration = .seconds(60)) {
        bench.connections.sink(Servo.angle).send(command, until: bench.clock.now + lease)
    }

    func move(_ degrees: Double, lease: Duration = .seconds(60)) {
        send(.move(to: .degrees(degrees)), lease: lease)
    }
}
