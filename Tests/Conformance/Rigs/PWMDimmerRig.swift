import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

final class PWMDimmerRig: PWMRig {
    static let driver = PWMDimmer.name

    let channel: PWMRigChannel

    init(_ clock: any Scheduler) throws {
        channel = try PWMRigChannel(period: 1_000_000, first: 600_000, second: 500_000)
    }

    var settings: [String: JSONValue] { ["ramp": "0s"] }

    func send(first: Bool, _ connections: PortConnections, until end: Instant) {
        guard let level = Level(first ? 0.6 : 0.5) else { return }
        connections.sink(PWMDimmer.level).send(level, until: end)
    }
}
