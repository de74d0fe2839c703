import Core
import Devices
import LinuxIO

extension ADCSettings {
    /// Finds the converter. The kernel's driver goes before the bare bus: where it is loaded, it owns
    /// the chip.
    ///
    /// - Throws: also when a reading that goes so often from one input to another takes longer than
    ///   `every`: it would be good and stale by turns.
    package func open(
        _ context: DriverContext, inputChanges: Int, every: Duration
    ) throws(DeviceError) -> any ADCInput {
        let device: IIODevice
        do throws(DeviceError) {
            device = try findDevice(context)
        } catch {
            guard error.kind == .absent, isReadDirectly, let location else { throw error }
            return try open(location, context, insteadOf: error)
        }
        try checkRate(of: device, inputChanges: inputChanges, every: every)
        return IIOVoltage(device, self)
    }

    /// A driver that goes from one input to the next waits for the conversion under way and for the
    /// next, so that what it gives is of the right input; staying at one it waits for nothing
    /// (ti-ads1015.c, ads1015_get_adc_result).
    private func checkRate(
        of device: IIODevice, inputChanges: Int, every: Duration
    ) throws(DeviceError) {
        guard let rate = device.samplingFrequency, rate > 0 else { return }
        let seconds = Double(inputChanges) * 2 / rate
        guard seconds > every.seconds else { return }
        throw DeviceError(
            .refused,
            "a reading changes the input \(inputChanges) times and takes "
                + "\(fixedText(of: seconds, decimals: 2)) s at the \(shortText(of: rate)) a second "
                + "of the converter's overlay, longer than \"every\": give it a higher rate")
    }

    private func open(
        _ location: Location, _ context: DriverContext, insteadOf iio: DeviceError
    ) throws(DeviceError) -> any ADCInput {
        do throws(DeviceError) {
            switch location {
            case .spi(let address):
                let chip = try address.open(context, hertz: MCP3008.hertz)
                return MCP3008(chip, channels: model.channels, referenceVolts: referenceVolts)
            case .i2c(let address):
                return ADS1115(try address.open(context), ads1115)
            }
        } catch {
            throw DeviceError(error.kind, "\(error); through the kernel: \(iio)")
        }
    }

    private func findDevice(_ context: DriverContext) throws(DeviceError) -> IIODevice {
        let all: [IIODevice]
        do throws(IOError) {
            all = try IIODevice.all(sysfs: context.system.sysfs)
        } catch {
            throw DeviceError(.absent, "no analogue converter (\(error)); \(model.advice)")
        }
        let place = location?.deviceName
        let matching = all.filter {
            model.kernelNames.contains($0.name) && (place == nil || $0.place == place)
        }
        guard let device = matching.first else {
            let wanted = model.name + (place.map { " at \($0)" } ?? "")
            throw DeviceError(
                .absent, "no converter \(wanted); present: \(list(all)); \(model.advice)")
        }
        guard matching.count == 1 else {
            throw DeviceError(
                .refused,
                "there is more than one: \(list(matching)); say which with \"spi\", or with "
                    + "\"i2c\" and \"i2c_address\"")
        }
        return device
    }

    private func list(_ devices: [IIODevice]) -> String {
        let names = devices.map { "\($0.name) at \($0.place)" }
        return names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
    }
}
