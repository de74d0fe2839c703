import Core
import DriverKit
import Settings
import Values

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

    package static func reportDelays(_ settings: Settings) -> [String: ReportDelay] {
        reportDelays(reading: settings, every: settings.every)
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

extension AnalogInput {
    /// How the input is looked at.
    enum Input: String, CaseIterable, Sendable {
        /// A part of the reference, 0...1: the supply of what is measured cancels out.
        case ratio
        /// Volts, whatever the supply is.
        case voltage
    }

    package struct Settings: PluginSettings {
        let adc: ADCSettings
        let channel: Int
        let input: Input
        let reference: ADCReference
        /// How many times the voltage at the input is that before the divider; 1 without one.
        let dividerFactor: Double
        let quantity: Measurement.Quantity
        let calibration: Calibration?
        let port: ReadingPort<Measurement>
        let every: Duration

        package init(_ read: SettingsReader) {
            adc = ADCSettings(read)
            channel = adc.channel(read)
            input = read(
                "input", .oneOf(.ratio), default: .ratio,
                "How it is looked at: as a part of the reference (0 to 1), or in volts.")
            reference = ADCReference(read, adc, isNeeded: input == .ratio)
            dividerFactor = Self.dividerFactor(read, input)
            let natural: Measurement.Quantity = input == .ratio ? .ratio : .voltage
            let quantity = read(
                "quantity", .oneOf(natural), default: natural,
                "What it stands for; another than that of `input` needs a `calibration`.")
            let points = read(
                optional: "calibration", .list(of: .object(Calibration.Point.self), count: 2...2),
                "Two measurements, through which a straight line goes. What is more than a tenth "
                    + "of their distance beyond them is doubtful.")
            let input = input
            calibration = points.flatMap { Calibration($0, of: quantity, at: input, read) }
            read.check(
                points != nil || quantity == natural, "quantity",
                "an input in \(input == .ratio ? "parts of the reference" : "volts") needs a "
                    + "\"calibration\" to be a \(quantity.rawValue)")
            self.quantity = quantity
            read.check(
                points == nil || dividerFactor == 1, "calibration",
                "calibrate without upper_resistor and lower_resistor: it measures what they do")
            port = .of(
                quantity, quantity == .temperature ? "temperature" : "value", "What is measured.")
            every = read(
                "every", .duration(.milliseconds(20) ... .seconds(3600)), default: .seconds(1),
                "How often it is read.")
            adc.checkRate(conversions: conversions, every: every, read)
        }

        /// How many a reading takes.
        var conversions: Int { input == .ratio ? reference.conversions : 1 }

        private static func dividerFactor(_ read: SettingsReader, _ input: Input) -> Double {
            let upper = read(
                optional: "upper_resistor", .ohms(1...100e6),
                "Of a divider before the input: from the voltage that is measured to the input.")
            let lower = read(
                optional: "lower_resistor", .ohms(1...100e6), "From the input to ground.")
            read.rule(
                .together(["upper_resistor", "lower_resistor"]), "lower_resistor",
                "a divider has two: give upper_resistor and lower_resistor")
            read.check(
                upper == nil || input == .voltage, "upper_resistor",
                "a divider matters to volts: give \"input\": \"voltage\"")
            guard let upper, let lower else { return 1 }
            return 1 + upper / lower
        }
    }
}
