import Core
import Glibc
import JSON
import LinuxIO
import Values

/// A driver of one of the kernel's interfaces to sensors: all of it but the name.
package protocol KernelSensor: DriverPlugin, KernelSensorKind
where Settings == KernelSensorSettings<Self> {}

/// Apart from the driver, because its settings need to know it.
package protocol KernelSensorKind {
    static var interface: KernelSensorInterface { get }
}

extension KernelSensor {
    /// What it may give, for the reference.
    package static var ports: [DriverPort] {
        let summary = "One for each of `channels`, of the name that it has there."
        let temperature = ReadingPort<Measurement>.of(
            .temperature, "temperature", "Instead, for a channel of temperature.")
        let light = ReadingPort<Measurement>.of(
            .light, "light", "Instead, for a channel of light, with `full_scale`.", fullScaleLux: 1)
        return [.source(Port<Measurement>("value", summary)), temperature.driverPort]
            + (interface.hasLight ? [light.driverPort] : [])
    }

    package static func ports(for settings: Settings) -> [DriverPort] {
        settings.channels.map(\.port.driverPort)
    }

    /// With a place. Others may read other values of the same chip through the kernel.
    package static func claims(_ settings: Settings) -> [Claim] {
        let (place, chip) = (settings.place, settings.chip)
        return place.map { [Claim(.busAddress, $0, key: "place", sharedAs: chip)] } ?? []
    }

    package static func reportDelays(_ settings: Settings) -> [String: ReportDelay] {
        reportDelays(reading: settings, every: settings.every)
    }

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        let sysfs = context.system.sysfs
        return SensorPoll<SysfsDirectory, Measurement>(
            ports: settings.channels.map(\.port), every: settings.every,
            open: { () throws(DeviceError) in try settings.find(sysfs) },
            read: { device throws(DeviceError) in try settings.read(device) },
            diagnostics: { [Diagnostic("device", .string($0.path))] }
        ).start(context)
    }
}

extension KernelSensorSettings {
    /// Finds the chip by its name: the number of its directory depends on what was found before it.
    ///
    /// The name is the interface's own, or that of the device on its bus: some drivers call a sensor
    /// "1-0040" (drivers/iio/humidity/si7020.c), and an ADS1115 is an "ads1015" to its driver.
    func find(_ sysfs: String) throws(DeviceError) -> SysfsDirectory {
        let all = SysfsDirectory("\(sysfs)/\(interface.directory)")
        let present = (try? NamedDevice.all(in: all, prefix: interface.prefix)) ?? []
        return try present.only(
            chip, at: place, advice: "is its overlay loaded, and is it in \(all.path)?",
            choice: "\"place\""
        ) { $0.name == chip || $0.model == chip }.directory
    }

    /// One result for each channel: one that fails takes no other with it.
    fileprivate func read(
        _ device: SysfsDirectory
    ) throws(DeviceError) -> [Result<Measured<Measurement>, DeviceError>] {
        // Otherwise each value of a chip that was pulled would be missed for itself.
        guard device.exists else {
            throw DeviceError(.absent, "\(chip) is gone: no \(device.path)")
        }
        return channels.map { wanted in
            Result { () throws(DeviceError) in try measure(wanted.channel, device) }
        }
    }

    private func measure(
        _ channel: KernelChannel, _ device: SysfsDirectory
    ) throws(DeviceError) -> Measured<Measurement> {
        let value: Double
        do throws(IOError) {
            value = try interface.read(device, channel) * channel.kind.factor
        } catch {
            let present = interface.channels(of: device)
            guard error.code == ENOENT, !present.isEmpty, !present.contains(channel.name) else {
                throw DeviceError(transfer: error, to: "\(chip) (\(channel.name))")
            }
            throw DeviceError(
                .absent,
                "\(chip) has no channel \(channel.name); it has: \(present.joined(separator: ", "))"
            )
        }
        return try Measured(
            channel.kind.quantity, value, of: "\(channel.name) of \(chip)",
            doubt: interface.doubt(device, channel))
    }
}
