import Core
import DriverKit
import Values

extension NMEAGPS {
    package static func discover(_ system: SystemPaths) -> [Finding] {
        SerialPortSettings.discover(
            system, name: "gps", advice: "with gpsd, use the driver \"gpsd\" instead")
    }

    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        try settings.port.examine(system)
    }
}
