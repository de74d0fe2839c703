import Core
import JSON
import LinuxIO
import Values

extension KernelSensor {
    /// The chips of the interface that have channels of the known types, with all of them. Reads none.
    package static func discover(_ system: SystemPaths) -> [Finding] {
        let directory = SysfsDirectory("\(system.sysfs)/\(interface.directory)")
        let all = (try? NamedDevice.all(in: directory, prefix: interface.prefix)) ?? []
        return all.compactMap { device in
            let channels = interface.channels(of: device.directory).prefix(16)
            guard !channels.isEmpty, !interface.isOfOtherDriver(device) else { return nil }
            let place: [(key: String, value: JSONValue)] =
                device.place.isEmpty ? [] : [("place", .string(device.place))]
            let ports = JSONValue.object(
                Dictionary(channels.map { ($0, .string($0)) }) { first, _ in first })
            return .device(
                "sensor \(device.name)\(device.place.isEmpty ? "" : " at \(device.place)")",
                name: device.name,
                [("chip", .string(device.name))] + place + [("channels", ports)])
        }
    }

    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        try settings.find(system.sysfs).path
    }
}

extension KernelSensorInterface {
    /// Whether another driver of Roost is the one for it, which knows more: a converter, or a DS18B20,
    /// which the kernel shows to hardware monitoring, too, as it does other thermometers on 1-Wire
    /// that no driver but this reads (w1_therm.c).
    fileprivate func isOfOtherDriver(_ device: NamedDevice) -> Bool {
        device.name == "w1_slave_temp" && device.place.hasPrefix("28-")
            || ADCModel(device.name).bus != nil
    }
}
