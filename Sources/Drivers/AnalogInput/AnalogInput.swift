import Core
import Devices
import DriverKit

/// A voltage at an analogue converter, and what it stands for: a potentiometer's place, a battery behind
/// a divider, any sensor whose answer is a voltage.
///
/// The converter is wired and found as for a photoresistor, and may be the same one.
package enum AnalogInput: DriverPlugin {
    package static let name = "analog-input"
    package static let summary =
        "A voltage at an analogue converter: a ratio, volts, or what a calibration makes of it."
    package static let ports: [DriverPort] = [
        .source(Port<Measurement>("value", "What is measured.")),
        .source(Port<Temperature>("temperature", "Instead, if `quantity` is a temperature.")),
    ]

    package static func ports(for settings: Settings) -> [DriverPort] { [settings.port.driverPort] }

    package static func claims(_ settings: Settings) -> [Claim] {
        settings.adc.claims(
            channel: settings.channel, settings.input == .ratio ? settings.reference : nil)
    }

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        SensorPoll<any ADCInput, Measurement>(
            ports: [settings.port], every: settings.every, bus: settings.adc.bus,
            open: { () throws(DeviceError) in
                try settings.adc.open(
                    context, inputChanges: settings.conversions, every: settings.every)
            },
            read: { input throws(DeviceError) in [.success(try settings.read(input))] }
        ).start(context)
    }
}

extension AnalogInput.Settings {
    fileprivate func read(_ converter: any ADCInput) throws(DeviceError) -> Measured<Measurement> {
        let (value, isSaturated) = try value(of: converter)
        let calibrated = calibration.map { $0.value(at: value) } ?? value * dividerFactor
        let doubt =
            isSaturated
            ? "the converter is at the end of its range" : calibration?.doubt(value)
        return try Measured(quantity, calibrated, of: "input \(channel)", doubt: doubt)
    }

    /// At the input itself: a ratio, or volts.
    private func value(
        of converter: any ADCInput
    ) throws(DeviceError) -> (value: Double, isSaturated: Bool) {
        switch input {
        case .ratio:
            let ratio = try converter.ratio(channel, reference)
            return (ratio.value, ratio.isSaturated)
        case .voltage:
            let voltage = try converter.voltage(channel)
            return (voltage.millivolts / 1000, voltage.isSaturated)
        }
    }
}
