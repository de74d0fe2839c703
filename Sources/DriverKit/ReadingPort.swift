import Core
import Devices

/// A port that a sensor's readings go to, and what it makes of them: a number of a chip may be a
/// `Temperature` to the policy that reads it.
package struct ReadingPort<Reading: DeviceValue>: Sendable {
    package let name: String
    /// For `DriverPlugin.ports(for:)`.
    package let driverPort: DriverPort
    let makePublisher: @Sendable (DriverContext, Duration, Log) -> SensorPublisher<Reading>

    package init<Value: DeviceValue>(
        _ port: Port<Value>, _ convert: @escaping @Sendable (Reading) -> Value
    ) {
        name = port.name
        driverPort = .source(port)
        makePublisher = { context, period, log in
            SensorPublisher(context.source(port), every: period, log: log, convert)
        }
    }

    /// A port that carries the readings as they are.
    package init(_ port: Port<Reading>) {
        self.init(port) { $0 }
    }
}
