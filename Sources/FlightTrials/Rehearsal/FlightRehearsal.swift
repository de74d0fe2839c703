import ARDrone
import Core
import JSON
import Trials
import Values

/// A pilot with a simulated drone.
package enum FlightRehearsal: Rehearsal {
    package static let policy = "drone-navigation"

    /// It flies nowhere: it takes off, hovers and lands.
    private static let missionKeys: Set<String> = [
        "mission", "mission_altitude", "targets", "start", "repeat", "at_end",
    ]

    package static func twin(
        of policy: PolicyEntry, in configuration: Configuration, at address: String
    ) throws(PlainError) -> TwinConfiguration {
        let aircraft = try TwinConfiguration.actuator(
            "pilot", of: policy, in: configuration, ARDrone.name)
        var drivers = ["drone": aircraft.with(["address": .string(address)])]
        let inputs = inputs(policy, aircraft, address, &drivers)
        return TwinConfiguration(
            of: policy, drivers: drivers,
            settings: policy.settingsAsWritten.filter { !missionKeys.contains($0.key) },
            inputs: inputs, outputs: ["pilot": "drone"])
    }

    package static func rows(of policy: PolicyEntry, _ twin: any Twin) -> [SelftestRow] {
        FlightRows(twin: twin, pilot: policy.name).all
    }

    /// What it is told of its place and heading, as it is told in the installation: by the aircraft itself, or by
    /// a receiver.
    private static func inputs(
        _ policy: PolicyEntry, _ aircraft: DriverEntry, _ address: String,
        _ drivers: inout [String: JSONValue]
    ) -> [String: JSONValue] {
        var inputs: [String: JSONValue] = ["flight": "drone"]
        for port in ["heading", "position"] {
            guard let binding = policy.bindings[port] else { continue }
            inputs[port] = binding.driver == aircraft.name ? "drone" : "gps"
        }
        if inputs.values.contains("gps") {
            drivers["gps"] = ["driver": "gpsd", "host": .string(address)]
        }
        if policy.bindings["computer"] != nil {
            inputs["computer"] = "computer"
            drivers["computer"] = ["driver": "computer", "wireless": "world/sys/wireless"]
        }
        return inputs
    }
}
