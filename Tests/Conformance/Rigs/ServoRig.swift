import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

final class ServoRig: PWMRig {
    static let driver = Servo.name

    let channel: PWMRigChannel

    init(_ clock: any Scheduler) throws {
        channel = try PWMRigChannel(period: 20_000_000, first: 1_600_000, second: 1_500_000)
    }

    var settings: [String: JSONValue] { ["speed": "2000deg/s", "release_after": "never"] }

    /// 108 and 90 degrees are 1.6 and 1.5 ms.
    func send(first: Bool, _ connections: PortConnections, until end: Instant) {
        connections.sink(Servo.angle).send(.move(to: .degrees(first ? 108 : 90)), until: end)
    }
}
