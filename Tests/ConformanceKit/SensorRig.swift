import Core
import DriverKit
import JSON
import TestSupport
import Values

/// A device as it is simulated: what a driver meets in the place of the true one.
package protocol SimulatedDevice: Sendable {
    /// From now on it is like this.
    func become(_ condition: Condition) throws
}

extension RigKind {
    /// The rig of a sensor: its settings beside `every`, the one value that its device gives while it
    /// is well, and how that device is simulated. `impossible` is what such a device cannot be, with
    /// the reason.
    package static func sensor<Sensor: PolledSensor>(
        _ sensor: Sensor.Type, every period: Duration = .milliseconds(200),
        settings: [String: JSONValue] = [:], impossible: [Condition: String] = [:],
        gives isRight: @escaping @Sendable (Sensor.Value) -> Bool,
        device: @escaping @Sendable (TemporaryDirectory) throws -> any SimulatedDevice
    ) -> RigKind {
        self.sensor(
            Sensor.name, port: Sensor.port, every: period, settings: settings,
            impossible: impossible, gives: isRight, device: device)
    }

    /// The same of a driver with several ports: one of them is looked at.
    package static func sensor<Value: DeviceValue>(
        _ driver: String, port: Port<Value>, every period: Duration = .milliseconds(200),
        settings: [String: JSONValue] = [:], impossible: [Condition: String] = [:],
        gives isRight: @escaping @Sendable (Value) -> Bool,
        device: @escaping @Sendable (TemporaryDirectory) throws -> any SimulatedDevice
    ) -> RigKind {
        RigKind(driver: driver, impossible: impossible) { _ in
            try SensorRig(port, period, settings, isRight, device)
        }
    }
}

private final class SensorRig<Value: DeviceValue>: DeviceRig {
    /// `RigKind.sensor` has it.
    static var driver: String { "" }

    let settings: [String: JSONValue]
    let tree: TemporaryDirectory
    let period: Duration
    private let port: Port<Value>
    private let isRight: @Sendable (Value) -> Bool
    private let device: any SimulatedDevice

    init(
        _ port: Port<Value>, _ period: Duration, _ settings: [String: JSONValue],
        _ isRight: @escaping @Sendable (Value) -> Bool,
        _ device: (TemporaryDirectory) throws -> any SimulatedDevice
    ) throws {
        self.port = port
        self.period = period
        self.settings = settings.merging(["every": .string(text(of: period))]) { own, _ in own }
        self.isRight = isRight
        tree = try TemporaryDirectory.inMemory()
        self.device = try device(tree)
    }

    /// Made by `RigKind.sensor` only: it says what the device is.
    init(_ clock: any Scheduler) throws {
        throw CheckFailure("a sensor's rig is made by RigKind.sensor")
    }

    func become(_ condition: Condition) throws { try device.become(condition) }

    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        connections.sample(port, at: now).observation(isRight)
    }

    func exchanges(_ connections: PortConnections) -> UInt64 {
        connections.source(port).count
    }
}
