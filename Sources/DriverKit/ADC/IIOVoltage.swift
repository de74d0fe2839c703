import Core
import LinuxIO
import Values

/// A converter with a driver of the kernel's.
struct IIOVoltage: ADCInput {
    private let device: NamedDevice
    /// What stands in for the scale where the kernel has none; `nil` when nobody said.
    private let scale: Double?

    init(_ device: NamedDevice, _ settings: ADCSettings) {
        self.device = device
        // The kernel's own: the reference in millivolts over the number of steps.
        scale = settings.referenceVolts.flatMap { volts in
            settings.model.fullScale.map { volts * 1000 / Double($0 + 1) }
        }
    }

    func raw(_ channel: Int) throws(DeviceError) -> Double {
        try mapped(to: { DeviceError(transfer: $0, to: device.place) }) { () throws(IOError) in
            Double(try device.raw(channel: channel))
        }
    }

    func millivolts(_ channel: Int) throws(DeviceError) -> ADCVoltage? {
        try mapped(to: { DeviceError(transfer: $0, to: device.place) }) { () throws(IOError) in
            // First: it tells a converter that is gone from one without a scale.
            let raw = try device.raw(channel: channel)
            guard let scale = try device.scale(channel: channel) ?? self.scale else { return nil }
            let offset = try device.offset(channel: channel)
            return ADCVoltage(
                millivolts: (Double(raw) + offset) * scale, isSaturated: isSaturated(raw))
        }
    }

    /// Whether an ADS1x15 is at the end of its range. Its driver has one name for those with 16
    /// bits and with 12, and both have a scale of 0.125 (drivers/iio/adc/ti-ads1015.c); the bus
    /// knows which it is. Other converters end where their supply does, which shows in the ratio.
    private func isSaturated(_ raw: Int64) -> Bool {
        ["ads1015", "ads1115"].contains(device.name)
            && raw >= (device.model == "ads1115" ? 32767 : 2047)
    }
}
