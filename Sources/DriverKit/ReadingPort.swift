import Core
import Settings
import Values

/// A port that a sensor's readings go to, and what it makes of them: a number of a chip may be a
/// `Temperature` to the policy that reads it.
package struct ReadingPort<Reading: DeviceValue>: Sendable {
    package let name: String
    /// For `DriverPlugin.ports(for:)`.
    package let driverPort: DriverPort
    let makePublisher: @Sendable (DriverContext, Duration, Log) -> SensorPublisher<Reading>

    package init<Value: DeviceValue>(
        _ port: Port<Value>, as driverPort: DriverPort? = nil,
        _ convert: @escaping @Sendable (Reading) -> Value
    ) {
        name = port.name
        self.driverPort = driverPort ?? .source(port)
        makePublisher = { context, period, log in
            SensorPublisher(context.source(port), every: period, log: log, convert)
        }
    }

    /// A port that carries the readings as they are.
    package init(_ port: Port<Reading>) {
        self.init(port) { $0 }
    }
}

extension ReadingPort where Reading == Measurement {
    /// The port of a measurement whose quantity the settings know: it carries the value that policies
    /// ask for where there is one, `Temperature` or `LightLevel`, and otherwise the `Measurement`.
    ///
    /// `fullScaleLux` is the light that counts as 1; without it light is a measurement in lux.
    package static func of(
        _ quantity: Measurement.Quantity, _ name: String, _ summary: String,
        fullScaleLux: Double? = nil
    ) -> ReadingPort {
        switch (quantity, fullScaleLux) {
        case (.temperature, _):
            return ReadingPort(Port<Temperature>(name, summary)) {
                Temperature(celsius: $0.value)
            }
        case (.light, let fullScaleLux?):
            return ReadingPort(Port<LightLevel>(name, summary)) {
                LightLevel(lux: $0.value, fullScaleLux: fullScaleLux)
            }
        default:
            let port = Port<Measurement>(name, summary)
            return ReadingPort(port, as: .source(port, of: quantity)) { $0 }
        }
    }
}

extension Measured where Value == Measurement {
    /// A reading of a quantity.
    ///
    /// - Throws: that the quantity cannot be so; `source` says whose value it is.
    package init(
        _ quantity: Measurement.Quantity, _ value: Double, of source: String, doubt: String? = nil
    ) throws(DeviceError) {
        guard let measurement = Measurement(quantity, value) else {
            throw DeviceError(
                .corrupt,
                "\(source) reads \(roundedText(of: value, digits: 5)) \(quantity.unit), which no "
                    + "\(quantity.rawValue) can be")
        }
        self.init(measurement, doubt: doubt)
    }
}
