import ARDrone
import ConformanceKit
import Core
import JSON
import LinuxIO
import Simulators
import TestSupport
import Values

final class ARDroneRig: DeviceRig {
    static let driver = ARDrone.name

    let tree: TemporaryDirectory
    private let drone: SimulatedDrone

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        guard let start = Position(latitude: 47.5, longitude: 8.5) else {
            throw TestSupportError("no position")
        }
        var options = SimulatedDrone.Options(start: start)
        options.bootstrapEnd = .acknowledged
        (options.atPort, options.navdataPort) = (0, 0)
        (options.controlPort, options.videoPort) = (0, 0)
        drone = try SimulatedDrone(options, scheduler: clock)
    }

    var settings: [String: JSONValue] {
        [
            "address": "127.0.0.1", "command_port": .number(Double(drone.atEndpoint.port)),
            "navdata_port": .number(Double(drone.navdataEndpoint.port)), "navdata_demo": false,
        ]
    }
    var isSafe: Bool { drone.truth.motors == .off }

    func become(_ condition: Condition) throws {
        drone.inject { faults in
            faults.isOutage = condition == .absent
            faults.down = PathFaults()
            switch condition {
            case .well, .absent: break
            case .garbage: faults.down.corrupt = 1
            case .slow: faults.down.delay = .milliseconds(150)
            case .stuck: faults.down.loss = 1
            }
        }
    }

    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        connections.sample(ARDrone.flight, at: now).observation { $0.phase == .landed }
    }

    func exchanges(_ connections: PortConnections) -> UInt64 {
        connections.source(ARDrone.flight).count
    }
}
