import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

final class LocationReplayRig: DeviceRig {
    static let driver = LocationReplay.name
    static let unnoticed = Set(Condition.allCases)
    /// A pipe in the place of the file is not waited for: it is as good as empty.
    static let isPatient = false

    let tree: TemporaryDirectory
    private let device: FileDevice

    init(_ clock: any Scheduler) throws {
        tree = try TemporaryDirectory.inMemory()
        device = try FileDevice(
            tree, "tracks", file: "walk.csv", good: "8.5,47.5\n8.5,47.6\n",
            garbage: "8.5,47.5\nnorth,east\n")
    }

    var settings: [String: JSONValue] {
        ["file": .string("\(tree.path)/tracks/walk.csv"), "every": "100ms", "loop": true]
    }
    var period: Duration { .milliseconds(100) }

    func become(_ condition: Condition) throws {
        try device.become(condition)
    }

    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        connections.sample(LocationReplay.position, at: now).observation {
            $0.position.longitude == 8.5 && (47.5...47.6).contains($0.position.latitude)
        }
    }

    func exchanges(_ connections: PortConnections) -> UInt64 {
        connections.source(LocationReplay.position).count
    }
}
