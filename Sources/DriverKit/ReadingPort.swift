import Core
import Devices

/// A port that a sensor's readings go to, and what it makes of them: a number of a chip may be a
/// `Temperature` to the policy that reads it.
package struct ReadingPort<Reading: DeviceValue>: Sendable {
    package let name: String
    /// For `DriverPlugin.ports(for:)`.
    package let driverPort: DriverPort
    let makePublisher: @Sendable (DriverContext, Duration, Log) -> any ReadingPublisher<Reading>

    package init<Value: DeviceValue>(
        _ port: Port<Value>, _ convert: @escaping @Sendable (Reading) -> Value
    ) {
        name = port.name
        driverPort = .source(port)
        makePublisher = { context, period, log in
            ConvertingPublisher(
                publisher: SensorPublisher(context.source(port), every: period, log: log),
                convert: convert)
        }
    }

    /// A port that carries the readings as they are.
    package init(_ port: Port<Reading>) {
        self.init(port) { $0 }
    }
}

/// `SensorPublisher` without the type that its port carries.
protocol ReadingPublisher<Reading>: Sendable {
    associatedtype Reading: DeviceValue

    var isLost: Bool { get }
    var diagnostics: [Diagnostic] { get }
    mutating func publish(_ reading: Measured<Reading>, at now: Instant)
    mutating func reject(_ fault: DeviceError, at now: Instant)
    mutating func lose(_ fault: DeviceError, at now: Instant)
}

private struct ConvertingPublisher<Reading: DeviceValue, Value: DeviceValue>: ReadingPublisher {
    var publisher: SensorPublisher<Value>
    let convert: @Sendable (Reading) -> Value

    var isLost: Bool { publisher.isLost }
    var diagnostics: [Diagnostic] { publisher.diagnostics }

    mutating func publish(_ reading: Measured<Reading>, at now: Instant) {
        publisher.publish(
            Measured(convert(reading.value), doubt: reading.doubt).sample(at: now))
    }

    mutating func reject(_ fault: DeviceError, at now: Instant) {
        publisher.reject(fault, at: now)
    }

    mutating func lose(_ fault: DeviceError, at now: Instant) {
        publisher.lose(fault, at: now)
    }
}
