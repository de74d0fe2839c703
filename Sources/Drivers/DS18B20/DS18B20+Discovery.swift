import Core
import JSON
import LinuxIO
import Values

extension DS18B20 {
    /// The sensors on all buses; where there is none, what may be missing. Asks none of them.
    package static func discover(_ system: SystemPaths) -> [Finding] {
        do throws(DeviceError) {
            let inventory = try BusInventory(SysfsFiles(sysfs: system.sysfs))
            if inventory.sensors.isEmpty { _ = try inventory.find(nil) }
            return inventory.sensors.map { sensor in
                .device(
                    "DS18B20 \(sensor.id) on \(SysfsDirectory(sensor.bus).name)",
                    name: "thermometer", [("id", .string(sensor.id))])
            }
        } catch {
            return [.remark(error.message)]
        }
    }

    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        let sensor = try BusInventory(SysfsFiles(sysfs: system.sysfs)).find(settings.id)
        return "\(sensor.id) on \(SysfsDirectory(sensor.bus).name)"
    }
}
