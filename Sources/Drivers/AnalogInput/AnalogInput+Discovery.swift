import Core
import DriverKit
import JSON
import Values

extension AnalogInput {
    /// A proposal for each converter: what is wired to its inputs nobody can tell.
    package static func discover(_ system: SystemPaths) -> [Finding] {
        ADCSettings.discover(system).map { found in
            let input: [(key: String, value: JSONValue)] =
                found.hasOwnReference ? [("input", "voltage")] : []
            return .proposal(
                "voltage on an \(found.description)", name: "voltage",
                found.settings + [("channel", 0)] + input)
        }
    }

    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        try settings.adc.examine(system)
    }
}
