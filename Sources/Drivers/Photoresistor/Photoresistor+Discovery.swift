import Core
import DriverKit
import JSON
import Values

extension Photoresistor {
    /// A proposal for each converter: what is wired to its inputs nobody can tell.
    package static func discover(_ system: SystemPaths) -> [Finding] {
        ADCSettings.discover(system).map { found in
            let supply: [(key: String, value: JSONValue)] =
                found.hasOwnReference ? [("supply", "3.3V")] : []
            return .proposal(
                "photoresistor on an \(found.description)", name: "light",
                found.settings + [("channel", 0)] + supply)
        }
    }

    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        try settings.adc.examine(system)
    }
}
