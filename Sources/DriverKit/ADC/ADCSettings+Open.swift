import Core
import Glibc
import LinuxIO
import Values

extension ADCSettings {
    /// Finds the converter. The kernel's driver goes before the bare bus: where it is loaded, it owns
    /// the chip.
    ///
    /// - Throws: also when a reading that goes so often from one input to another takes longer than
    ///   `every`: it would be good and stale by turns.
    package func open(
        _ context: DriverContext, inputChanges: Int, every: Duration
    ) throws(DeviceError) -> any ADCInput {
        let device: NamedDevice
        do throws(DeviceError) {
            device = try findDevice(context.system)
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
        of device: NamedDevice, inputChanges: Int, every: Duration
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

    /// For `DriverPlugin.examine`: the kernel's device, or the file of the bare bus.
    package func examine(_ system: SystemPaths) throws(DeviceError) -> String {
        do throws(DeviceError) {
            let device = try findDevice(system)
            return "\(device.name) at \(device.place)"
        } catch {
            guard error.kind == .absent, isReadDirectly, let location else { throw error }
            let path = "\(system.dev)/\(location.busFile)"
            guard access(path, F_OK) == 0 else { throw error }
            return "\(path); whether a chip answers there shows when it is read"
        }
    }

    private func findDevice(_ system: SystemPaths) throws(DeviceError) -> NamedDevice {
        let all: [NamedDevice]
        do throws(IOError) {
            all = try NamedDevice.converters(sysfs: system.sysfs)
        } catch {
            throw DeviceError(.absent, "no analogue converter (\(error)); \(model.advice)")
        }
        return try all.only(
            "converter \(model.name)", at: location?.deviceName, advice: model.advice,
            choice: "\"spi\", or with \"i2c\" and \"i2c_address\""
        ) { model.kernelNames.contains($0.name) }
    }

    /// An input, and the place of the converter, which others may read through, too. The input that sees
    /// the supply can be shared by all that measure it.
    package func claims(channel: Int, _ reference: ADCReference?) -> [Claim] {
        let place = location?.deviceName
        let converter = place ?? "the only \(model.name)"
        var claims = [Claim(.converterChannel, "\(channel) of \(converter)", key: "channel")]
        if case .supplyChannel(let supply) = reference {
            claims.append(
                Claim(
                    .converterChannel, "\(supply) of \(converter)", key: "supply_channel",
                    sharedAs: "a supply"))
        }
        if let place, let location {
            let key = if case .spi = location { "spi" } else { "i2c" }
            claims.append(Claim(.busAddress, place, key: key, sharedAs: model.name))
        }
        return claims
    }
}
