import Core
import DriverKit
import Values

extension RFIDReader {
    package static func discover(_ system: SystemPaths) -> [Finding] {
        SerialPortSettings.discover(
            system, name: "tags", advice: "a reader of animals' tags?")
    }

    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        try settings.port.examine(system)
    }
}
